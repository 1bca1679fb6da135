-- How a flow starts its runs: priority, and limits by a key. They belong to the flow and not to a version, because they hold at once.
alter table flows add column settings jsonb not null default '{}';

-- The time for which ended runs are kept may differ for a subject, for example a flow. An empty subject stands for the whole tenant.
alter table run_retention add column subject_id text not null default '';
alter table run_retention drop constraint run_retention_pkey, add primary key (tenant_id, subject_id);

-- Lists of runs say which rule a run waits for, and a run is deleted with its keys.
create index run_keys_by_run on run_keys (tenant_id, run_id) where run_id is not null;

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
