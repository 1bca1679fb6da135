-- The language whose word forms an index treats as equal.
alter table index_versions add column language text not null default 'english';
