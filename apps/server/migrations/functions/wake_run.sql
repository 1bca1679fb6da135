-- Tells a run that a message has arrived for it. A waiting run is checked again. Returns whether it may be claimed now.
create or replace function atelier.wake_run(t text, run text) returns boolean
language plpgsql set search_path = pg_catalog, pg_temp
  set jit = off set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  is_waiting boolean;
begin
  update public.runs set inbox = inbox + 1 where tenant_id = t and id = run
    and status not in ('COMPLETED', 'FAILED', 'CANCELLED')
    returning status = 'WAITING' and owner is null and ready_at is null and blocked_at is null into is_waiting;
  if is_waiting then perform atelier.admit_run(t, run); end if;
  return coalesce(is_waiting, false);
end $$;
revoke execute on function atelier.wake_run from public;
grant execute on function atelier.wake_run to atelier_app;
