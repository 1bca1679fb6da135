-- Tells flows of a failed run, in the transaction that ends it.
create or replace function atelier.tell_of_run() returns trigger language plpgsql security definer
  set search_path = pg_catalog, pg_temp as $$
begin
  perform atelier.tell_flows(new.tenant_id, case when new.kind = 'flows.run' then 'run_failed'
    when new.status = 'COMPLETED' then 'document_imported' else 'import_failed' end,
    case when new.kind = 'flows.run' then new.id else new.subject_id end);
  return null;
end $$;
revoke execute on function atelier.tell_of_run from public;
