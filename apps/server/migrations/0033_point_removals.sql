-- Single points that still have to be removed from a vector store: chunks of a text that was replaced, or chunks that were
-- removed.
alter table vector_store_removals add column points jsonb;

-- The number of the collection that holds the vectors of an index version. A rebuild fills the next one while this one is in use.
alter table index_versions add column store_generation integer not null default 0;
