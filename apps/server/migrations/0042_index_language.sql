-- In which language the words of an index are taken for one another.
alter table index_versions add column language text not null default 'english';
