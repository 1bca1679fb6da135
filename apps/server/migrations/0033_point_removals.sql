-- Single points that are still to be removed from a vector store: passages of a text that was replaced, or that were taken out.
alter table vector_store_removals add column points jsonb;
