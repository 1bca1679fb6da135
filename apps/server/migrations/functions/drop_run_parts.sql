-- Everything that belongs to a run is deleted with it.
create or replace function atelier.drop_run_parts() returns trigger language plpgsql security definer
  set search_path = pg_catalog, pg_temp as $$
begin
  delete from public.run_journal j using gone g where j.tenant_id = g.tenant_id and j.run_id = g.id;
  delete from public.run_results j using gone g where j.tenant_id = g.tenant_id and j.run_id = g.id;
  delete from public.run_signals j using gone g where j.tenant_id = g.tenant_id and j.run_id = g.id;
  delete from public.run_watchers j using gone g where j.tenant_id = g.tenant_id and (j.run_id = g.id or j.watcher_id = g.id);
  delete from public.run_keys j using gone g where j.tenant_id = g.tenant_id and j.kind = g.kind and j.run_id = g.id and j.free_at is null;
  return null;
end $$;
