-- Deletes up to `most` runs that ended longer ago than they are kept, with their keys. The time may differ for a subject, for example a
-- flow; an empty subject stands for the whole tenant. Returns their number.
create or replace function atelier.drop_old_runs(default_days integer, most integer) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  dropped integer;
begin
  with old as (
    select r.tenant_id, r.id from public.runs r
      left join public.run_retention own on own.tenant_id = r.tenant_id and own.subject_id = r.subject_id and own.subject_id <> ''
      left join public.run_retention k on k.tenant_id = r.tenant_id and k.subject_id = ''
    where not r.is_kept and r.finished_at < now() - coalesce(own.days, k.days, default_days) * interval '1 day'
    limit most for update of r skip locked
  )
  delete from public.runs r using old o where r.tenant_id = o.tenant_id and r.id = o.id;
  get diagnostics dropped = row_count;
  delete from public.run_keys where expires_at < now();
  return dropped;
end $$;
revoke execute on function atelier.drop_old_runs from public;
grant execute on function atelier.drop_old_runs to atelier_app;
