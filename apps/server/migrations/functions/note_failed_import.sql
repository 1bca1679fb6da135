-- Notes a failed import for the figures of its knowledge base, in the transaction in which it fails.
create or replace function atelier.note_failed_import() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.monitor_notes (tenant_id, kind, subject_id, hour, asked, failed)
  values (new.tenant_id, 'KNOWLEDGE_BASE', new.scope_id, date_trunc('hour', coalesce(new.finished_at, now()), 'UTC'), 1, 1);
  return null;
end $$;
revoke execute on function atelier.note_failed_import from public;
