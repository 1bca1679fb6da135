-- Notes an ended run for the figures of the monitor, in the transaction that ends it.
create or replace function atelier.note_run() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.monitor_notes (tenant_id, kind, subject_id, hour, asked, answered, failed, stopped, credits, ms)
  values (new.tenant_id,
    case when new.kind = 'flows.run' then 'FLOW' when new.kind = 'workers.record' then 'WORKER'
      when starts_with(new.subject_id, 'crw_') then 'CREW' else 'AGENT' end,
    new.subject_id, date_trunc('hour', coalesce(new.finished_at, now()), 'UTC'), 1,
    (new.status = 'COMPLETED')::int, (new.status = 'FAILED')::int, (new.status = 'CANCELLED')::int, new.cost / 1000000.0,
    case when new.status = 'COMPLETED' then
      greatest(0, extract(epoch from coalesce(new.finished_at, now()) - coalesce(new.started_at, new.created_at)) * 1000)::bigint end);
  return null;
end $$;
revoke execute on function atelier.note_run from public;
