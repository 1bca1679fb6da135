-- The figures of a deleted thing are deleted with it, as are the rules that watch it, and its open alerts end.
create or replace function atelier.forget_figures() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from public.monitor_hours where tenant_id = old.tenant_id and subject_id = old.id
    and kind in ('APP', 'AGENT', 'CREW', 'FLOW', 'WORKER', 'KNOWLEDGE_BASE');
  delete from public.monitor_notes where tenant_id = old.tenant_id and subject_id = old.id;
  delete from public.alert_rules where tenant_id = old.tenant_id and subject_id = old.id;
  update public.alerts set resolved_at = now() where tenant_id = old.tenant_id and subject_id = old.id and resolved_at is null;
  return null;
end $$;
revoke execute on function atelier.forget_figures from public;
