-- Deletes the rows of files that no run holds any more. Their bytes go with the sweep of the store.
create or replace function atelier.drop_run_files(grace interval, most integer) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  dropped integer;
begin
  with idle as (
    select r.tenant_id, r.file_id from public.run_files r
    where r.created_at < now() - grace and not exists (
      select 1 from public.run_file_holders h where h.tenant_id = r.tenant_id and h.file_id = r.file_id)
    limit most for update of r skip locked
  ), gone as (
    delete from public.files f using idle i where f.tenant_id = i.tenant_id and f.id = i.file_id returning f.storage_key
  ), unreferenced as (
    delete from public.stored_objects o using gone g where o.storage_key = g.storage_key returning 1
  )
  select count(*) into dropped from unreferenced;
  return dropped;
end $$;
revoke execute on function atelier.drop_run_files from public;
grant execute on function atelier.drop_run_files to atelier_app;
