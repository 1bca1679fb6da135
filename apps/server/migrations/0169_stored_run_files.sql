-- Files of runs are storage items too. The place of a file is the first run that held it, named after its flow or its agent. A file that
-- still waits for its run is no item: it goes by itself within a day.
create or replace view stored_items with (security_invoker = true) as
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
  join workers w on w.id = r.worker_id
  union all
  select f.tenant_id, f.id, 'FLOW_FILE', f.name, f.size, f.created_at, first.id, coalesce(flow.name, agent.name, '')
  from run_files stored
  join files f on f.tenant_id = stored.tenant_id and f.id = stored.file_id
  join lateral (
    select r.id, r.scope_id from run_file_holders h
    join runs r on r.tenant_id = h.tenant_id and r.id = h.run_id
    where h.tenant_id = stored.tenant_id and h.file_id = stored.file_id
    order by r.created_at, r.id limit 1) first on true
  left join flows flow on flow.tenant_id = f.tenant_id and flow.id = first.scope_id
  left join agents agent on agent.tenant_id = f.tenant_id and agent.id = first.scope_id;
