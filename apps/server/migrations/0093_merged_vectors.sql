-- Segments of vectors are merged in the same way as those of words.
alter table merged_segments add column kind text not null default 'LEXICAL' check (kind in ('LEXICAL', 'VECTOR'));
alter table merged_segments alter column kind drop default;

-- The bytes of single segments are already packed, so compressing them would take time and save nothing.
alter table index_segments alter column data set storage external;
