-- Makes a run that no executor works on claimable: at once, at the time that its throttle allows, or when a slot of its limit becomes
-- free. Turns count in a limit. A run that is kept back by a turn looks again when the turn would end by itself, if nobody ended it before.
create or replace function atelier.admit_run(t text, run text) returns void
language plpgsql set search_path = pg_catalog, pg_temp
  set jit = off set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  r record;
  start_at timestamptz;
  turns integer := 0;
  turns_until timestamptz;
begin
  select throttle_key, throttle_size, throttle_ms, limit_key, limit_size into r from public.runs
    where tenant_id = t and id = run and owner is null
      and status not in ('COMPLETED', 'FAILED', 'CANCELLED') for no key update;
  if not found then return; end if;
  if r.throttle_key is not null then
    start_at := atelier.take_rate(t, '', 'throttle', r.throttle_key, r.throttle_size, r.throttle_ms, true);
    if start_at > clock_timestamp() then
      update public.runs set wake_at = start_at, throttle_key = null where tenant_id = t and id = run;
      return;
    end if;
  end if;
  if r.limit_key is not null then
    perform pg_advisory_xact_lock(hashtextextended(t || ' ' || r.limit_key, 7));
    select count(*), min(until) into turns, turns_until from public.held_turns
      where tenant_id = t and limit_key = r.limit_key and until > clock_timestamp();
    if turns + (select count(*) from public.runs where tenant_id = t and limit_key = r.limit_key and id <> run
        and (owner is not null or ready_at is not null)) >= r.limit_size then
      update public.runs set blocked_at = coalesce(blocked_at, clock_timestamp()), wake_at = turns_until, throttle_key = null
        where tenant_id = t and id = run;
      return;
    end if;
  end if;
  update public.runs set ready_at = clock_timestamp(), wake_at = null, blocked_at = null, throttle_key = null
    where tenant_id = t and id = run;
end $$;
revoke execute on function atelier.admit_run from public;
grant execute on function atelier.admit_run to atelier_app;
