-- Single points that are still to be removed from a vector store: passages of a text that was replaced, or that were taken out.
alter table vector_store_removals add column points jsonb;

-- Which collection of its store holds the vectors of an index version: a rebuild fills the next one beside it.
alter table index_versions add column store_generation integer not null default 0;
