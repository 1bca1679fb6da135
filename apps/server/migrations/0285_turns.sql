-- The limits of a connection hold wherever it is used: by steps of flows, whose runs wait, and by tools, sources and tests, which take a
-- turn without a run of their own (kernel/runs/turns). Both count together by the same key.
create table held_turns (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  id text not null,
  limit_key text not null,
  asked_at timestamptz not null default clock_timestamp(),
  -- False while it waits. Those who wait go before the runs that wait, because somebody waits for them.
  is_held boolean not null default false,
  -- Whoever has it or waits for it renews this time. After it, the turn is free, because its process has stopped.
  until timestamptz not null,
  primary key (tenant_id, id)
);
create index held_turns_by_key on held_turns (tenant_id, limit_key);
select atelier.protect('held_turns');
do $$
begin
  execute format('create policy engine_rows on held_turns to %I using (true) with check (true)', current_user);
  alter policy tenant_rows on held_turns to atelier_app;
end $$;

-- As in migration 0070, with two differences: the key of a throttle names what counts together, as that of a limit does, and turns
-- count. A run that is kept back by a turn looks again when the turn would end by itself, if nobody ended it before.
create or replace function atelier.admit_run(t text, run text) returns void
language plpgsql set search_path = pg_catalog, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
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

-- As in migration 0070, and turns count.
create or replace function atelier.fill_slots(t text, slot_key text) returns integer
language plpgsql set search_path = pg_catalog, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  waiting record;
  turns integer;
  admitted integer := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended(t || ' ' || slot_key, 7));
  select count(*) into turns from public.held_turns
    where tenant_id = t and limit_key = slot_key and until > clock_timestamp();
  for waiting in
    select id, limit_size from public.runs where tenant_id = t and limit_key = slot_key and blocked_at is not null
    order by priority, blocked_at limit 64 for no key update skip locked
  loop
    exit when turns + (select count(*) from public.runs where tenant_id = t and limit_key = slot_key
               and (owner is not null or ready_at is not null)) >= waiting.limit_size;
    update public.runs set ready_at = clock_timestamp(), wake_at = null, blocked_at = null where tenant_id = t and id = waiting.id;
    admitted := admitted + 1;
  end loop;
  return admitted;
end $$;

-- Takes a turn, or renews the one that somebody has or waits for. Returns whether it is held.
create function atelier.take_turn(t text, turn text, turn_key text, size integer, lease_ms integer) returns boolean
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  mine record;
begin
  perform pg_advisory_xact_lock(hashtextextended(t || ' ' || turn_key, 7));
  delete from public.held_turns where tenant_id = t and until <= clock_timestamp() and id <> turn;
  insert into public.held_turns (tenant_id, id, limit_key, until)
    values (t, turn, turn_key, clock_timestamp() + lease_ms * interval '1 millisecond')
    on conflict (tenant_id, id) do update set until = excluded.until
    returning asked_at, is_held into mine;
  if mine.is_held then return true; end if;
  if (select count(*) from public.runs where tenant_id = t and limit_key = turn_key and (owner is not null or ready_at is not null))
    + (select count(*) from public.held_turns where tenant_id = t and limit_key = turn_key
        and (is_held or (asked_at, id) < (mine.asked_at, turn))) >= size then
    return false;
  end if;
  update public.held_turns set is_held = true where tenant_id = t and id = turn;
  return true;
end $$;

-- Ends a turn, also one that was only waited for. Returns the number of runs that may be claimed now.
create function atelier.end_turn(t text, turn text) returns integer
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  freed text;
begin
  delete from public.held_turns where tenant_id = t and id = turn returning limit_key into freed;
  return case when freed is null then 0 else atelier.fill_slots(t, freed) end;
end $$;

revoke execute on function atelier.take_turn, atelier.end_turn from public;
grant execute on function atelier.take_turn, atelier.end_turn to atelier_app;
