-- Everything that a company stored and may delete: documents of knowledge bases with the files of their kept versions, and the files of
-- records. It is owned by the module of documents, and has the privileges and the row policies of the caller (security_invoker).
create view stored_items with (security_invoker = true) as
  select d.tenant_id, d.id, 'KNOWLEDGE_BASE_IMPORT' as type, d.name,
    -- A version that was made by reverting shares its file with another.
    d.size + coalesce((select sum(kept.size) from (
      select distinct v.file_id, v.size from document_versions v
      where v.import_id = d.id and v.file_id <> d.file_id) kept), 0)::bigint as bytes,
    d.created_at, d.knowledge_base_id as place_id, b.name as place_name
  from knowledge_imports d
  join knowledge_bases b on b.id = d.knowledge_base_id
  union all
  select f.tenant_id, f.id, 'AGENT_RECORD', f.name, f.size, f.created_at, r.id, w.name
  from worker_record_files held
  join files f on f.id = held.file_id
  join worker_records r on r.id = held.record_id
  join workers w on w.id = r.worker_id;
grant select on stored_items to atelier_app;
