-- Data of one module that others may read. Each view has one owner, which declares it once, and applies the privileges and the
-- row policies of the caller (security_invoker).

-- Owned by bases: the columns of a document that other modules may read.
create view documents with (security_invoker = true) as
  select tenant_id, id, knowledge_base_id, file_id, name, type, size, sha256, run_id, source_id, external_id, url, state, version,
    shown_version, document_type, language, categories, metadata, summary, version_at, created_at
  from knowledge_imports;
grant select on documents to atelier_app;

-- Owned by indexing: the documents that can be found now, which are enabled and published in the active index version.
create view published_documents with (security_invoker = true) as
  select i.tenant_id, i.id, i.knowledge_base_id, i.name, i.shown_version as version
  from knowledge_imports i
  join knowledge_bases b on b.id = i.knowledge_base_id
  where i.state = 'ENABLED' and exists (
    select 1 from index_segments s
    where s.index_version_id = b.active_index_version and s.import_id = i.id and s.live);
grant select on published_documents to atelier_app;

-- Owned by indexing: the chunks that can be found now.
create view published_chunks with (security_invoker = true) as
  select c.tenant_id, c.id, i.knowledge_base_id, c.import_id, c.document_version, c.ordinal, c.heading, c.text, c.tokens,
    c.page, c.second, c.start_offset, c.end_offset, c.content_hash, c.edited
  from chunks c
  join knowledge_imports i on i.id = c.import_id and i.shown_version = c.document_version and i.state = 'ENABLED'
  join knowledge_bases b on b.id = i.knowledge_base_id and b.active_index_version = c.index_version_id
  where exists (
    select 1 from index_segments s
    where s.index_version_id = c.index_version_id and s.import_id = c.import_id and s.live);
grant select on published_chunks to atelier_app;

-- Owned by indexing: the contents of all chunks of a knowledge base, whether they can be found or not.
create view chunk_contents with (security_invoker = true) as
  select c.tenant_id, i.knowledge_base_id, c.content_hash
  from chunks c join knowledge_imports i on i.id = c.import_id;
grant select on chunk_contents to atelier_app;

-- Owned by documents: each chunk with its document. A document is edited if its shown text was edited by hand, or was
-- reverted to an edited one.
create view found_chunks with (security_invoker = true) as
  select c.tenant_id, c.id, c.import_id, c.index_version_id, c.ordinal, c.text, c.tokens, c.page, c.page_end, c.second,
    c.second_end, c.heading, c.start_offset, c.end_offset, c.content_hash, c.edited, c.document_version,
    i.knowledge_base_id, i.name as document_name, exists (
      with made as (
        select i.version as number, i.file_id, i.version_reason as reason
        union all select v.number, v.file_id, v.reason from document_versions v where v.import_id = i.id)
      select 1 from made shown join made written on written.file_id = shown.file_id
      where shown.number = i.shown_version and written.reason = 'EDIT') as document_edited
  from chunks c join knowledge_imports i on i.id = c.import_id;
grant select on found_chunks to atelier_app;
