-- Deletes records that ended longer ago than they are kept, with their files and their rows in tables. Returns their number.
create or replace function atelier.drop_old_records(most integer) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  dropped integer;
begin
  with old as (
    select r.tenant_id, r.id
    from public.worker_records r
      join public.workers w on w.tenant_id = r.tenant_id and w.id = r.worker_id
      left join public.record_retention k on k.tenant_id = r.tenant_id
    where r.ended_at < now() - coalesce(w.keep_days, k.days) * interval '1 day'
    limit most for update of r skip locked
  ), unfiled as (
    delete from public.files f using public.worker_record_files rf, old o
    where rf.tenant_id = o.tenant_id and rf.record_id = o.id and f.tenant_id = rf.tenant_id and f.id = rf.file_id
    returning f.storage_key
  ), unreferenced as (
    delete from public.stored_objects s using unfiled u where s.storage_key = u.storage_key returning 1
  ), gone as (
    delete from public.worker_records r using old o where r.tenant_id = o.tenant_id and r.id = o.id returning 1
  )
  select count(*) into dropped from gone;
  return dropped;
end $$;
revoke execute on function atelier.drop_old_records from public;
grant execute on function atelier.drop_old_records to atelier_app;
