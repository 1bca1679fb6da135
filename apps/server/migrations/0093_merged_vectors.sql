-- Segments of vectors are merged like those of words.
alter table merged_segments add column kind text not null default 'LEXICAL' check (kind in ('LEXICAL', 'VECTOR'));
alter table merged_segments alter column kind drop default;

-- The bytes of single segments are packed, too: trying to compress them costs time and gains nothing.
alter table index_segments alter column data set storage external;
