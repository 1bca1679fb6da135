-- The transitions of the run engine. Functions without "security definer" apply the rights of the caller: the transaction of a
-- tenant sees its own runs, and the engine's own functions see all.

-- Returns the time at which a start within a rate of `size` per `period_ms` may happen (GCRA, with a burst of `size`). Without
-- `delays`, null means that the start is refused.
create function atelier.take_rate(t text, k text, rate_rule text, rate_key text, size integer, period_ms bigint, delays boolean)
returns timestamptz language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  apart interval := (period_ms / size::numeric) * interval '1 millisecond';
  burst interval := (period_ms - period_ms / size::numeric) * interval '1 millisecond';
  free timestamptz;
  start_at timestamptz;
begin
  insert into public.run_keys (tenant_id, kind, rule, key, free_at) values (t, k, rate_rule, rate_key, clock_timestamp())
    on conflict do nothing;
  select greatest(free_at, clock_timestamp()) into free from public.run_keys
    where tenant_id = t and kind = k and rule = rate_rule and key = rate_key for update;
  start_at := greatest(free - burst, clock_timestamp());
  if start_at > clock_timestamp() and not delays then return null; end if;
  update public.run_keys set free_at = free + apart, expires_at = free + apart
    where tenant_id = t and kind = k and rule = rate_rule and key = rate_key;
  return start_at;
end $$;

-- Makes a run that no executor works on claimable: at once, at the time that its throttle allows, or when a slot of its limit
-- becomes free.
create function atelier.admit_run(t text, run text) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  r record;
  start_at timestamptz;
begin
  select kind, throttle_key, throttle_size, throttle_ms, limit_key, limit_size into r from public.runs
    where tenant_id = t and id = run and owner is null
      and status not in ('COMPLETED', 'FAILED', 'CANCELLED') for no key update;
  if not found then return; end if;
  if r.throttle_key is not null then
    start_at := atelier.take_rate(t, r.kind, 'throttle', r.throttle_key, r.throttle_size, r.throttle_ms, true);
    if start_at > clock_timestamp() then
      update public.runs set wake_at = start_at, throttle_key = null where tenant_id = t and id = run;
      return;
    end if;
  end if;
  if r.limit_key is not null then
    perform pg_advisory_xact_lock(hashtextextended(t || ' ' || r.limit_key, 7));
    if (select count(*) from public.runs where tenant_id = t and limit_key = r.limit_key and id <> run
        and (owner is not null or ready_at is not null)) >= r.limit_size then
      update public.runs set blocked_at = clock_timestamp(), wake_at = null, throttle_key = null where tenant_id = t and id = run;
      return;
    end if;
  end if;
  update public.runs set ready_at = clock_timestamp(), wake_at = null, blocked_at = null, throttle_key = null
    where tenant_id = t and id = run;
end $$;

-- Gives the free slots of a concurrency limit to runs that wait for one.
create function atelier.fill_slots(t text, slot_key text) returns integer
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  waiting record;
  admitted integer := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended(t || ' ' || slot_key, 7));
  for waiting in
    select id, limit_size from public.runs where tenant_id = t and limit_key = slot_key and blocked_at is not null
    order by priority, blocked_at limit 64 for no key update skip locked
  loop
    exit when (select count(*) from public.runs where tenant_id = t and limit_key = slot_key
               and (owner is not null or ready_at is not null)) >= waiting.limit_size;
    update public.runs set ready_at = clock_timestamp(), blocked_at = null where tenant_id = t and id = waiting.id;
    admitted := admitted + 1;
  end loop;
  return admitted;
end $$;

-- Tells a run that a message has arrived for it. A waiting run is checked again. Returns whether it may be claimed now.
create function atelier.wake_run(t text, run text) returns boolean
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  is_waiting boolean;
begin
  update public.runs set inbox = inbox + 1 where tenant_id = t and id = run
    and status not in ('COMPLETED', 'FAILED', 'CANCELLED')
    returning status = 'WAITING' and owner is null and ready_at is null and blocked_at is null into is_waiting;
  if is_waiting then perform atelier.admit_run(t, run); end if;
  return coalesce(is_waiting, false);
end $$;

-- Ends runs. `me` is the executor that works on them; null ends runs that no executor works on. A run with an unexpected owner
-- raises RUN01. Wakes the runs that wait for them, and returns how many of those may be claimed.
create function atelier.end_runs(me text, ends jsonb) returns integer
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  ended integer;
  woken integer := 0;
  parents jsonb;
  limits jsonb;
  each record;
begin
  with done as (
    update public.runs r set status = e.status, output = e.output, cause = e.cause, cost = coalesce(e.cost, r.cost),
      progress = case when e.status = 'COMPLETED' then 1 else r.progress end, stage = null, note = e.note, owner = null, ready_at = null, wake_at = null, blocked_at = null,
      finished_at = clock_timestamp()
    from jsonb_to_recordset(ends) e(t text, r text, e integer, status text, output text, cause jsonb, cost bigint, note text)
    where r.tenant_id = e.t and r.id = e.r and r.owner is not distinct from me and r.epoch = e.e
    returning r.tenant_id, r.id, r.parent_id, r.is_watched, r.limit_key
  )
  select count(*), jsonb_agg(jsonb_build_object('t', tenant_id, 'r', id, 'p', parent_id, 'w', is_watched))
      filter (where parent_id is not null or is_watched),
    jsonb_agg(distinct jsonb_build_object('t', tenant_id, 'k', limit_key)) filter (where limit_key is not null)
    into ended, parents, limits from done;
  if ended < jsonb_array_length(ends) then
    raise exception 'a run is no longer in these hands' using errcode = 'RUN01';
  end if;
  if parents is not null then
    for each in
      select p.t, p.p as id from jsonb_to_recordset(parents) p(t text, p text) where p.p is not null
      union
      select w.tenant_id, w.watcher_id from jsonb_to_recordset(parents) p(t text, r text, w boolean)
        join public.run_watchers w on w.tenant_id = p.t and w.run_id = p.r where p.w
      order by 2
    loop
      if atelier.wake_run(each.t, each.id) then woken := woken + 1; end if;
    end loop;
  end if;
  if limits is not null then
    for each in select l.t, l.k from jsonb_to_recordset(limits) l(t text, k text) order by 1, 2 loop
      woken := woken + atelier.fill_slots(each.t, each.k);
    end loop;
  end if;
  return woken;
end $$;

-- Raises RUN02 unless the calling session is one of the executor's own.
create function atelier.check_executor(me text) returns void
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  perform 1 from public.executors where id = me and pg_backend_pid() in (writer_pid, reader_pid);
  if not found then raise exception 'this session is not that of executor %', me using errcode = 'RUN02'; end if;
end $$;

-- Writes the changes of an executor's runs since its last call, for all tenants in one transaction: runs that start, recorded
-- steps, runs that stop to wait, and runs that end. The tenant of a row is that of its run. A step of a run that another executor
-- has taken over raises RUN01. Returns which starts were new, which runs wait now, and how many other runs may be claimed.
create function atelier.commit_runs(me text, starts jsonb, steps jsonb, parks jsonb, ends jsonb,
  out started text[], out parked text[], out woken integer)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  written integer;
  limits jsonb;
  each record;
begin
  perform atelier.check_executor(me);
  woken := 0;
  if starts is not null then
    with new as (
      insert into public.runs (tenant_id, id, kind, version, engine, subject_id, scope_id, status, input, actor, owner, epoch,
        ready_at, started_at, lane, priority, parent_id, limit_key, limit_size, throttle_key, throttle_size, throttle_ms, budget, is_kept)
      select s.t, s.r, s.kind, s.version, s.engine, s.subject, s.scope, case when s.here then 'RUNNING' else 'QUEUED' end, s.input::jsonb,
        s.actor, case when s.here then me end, case when s.here then 1 else 0 end,
        case when not s.here and s.limit_key is null and s.throttle_key is null then clock_timestamp() end,
        case when s.here then clock_timestamp() end, s.lane, s.priority, s.parent, s.limit_key, s.limit_size, s.throttle_key,
        s.throttle_size, s.throttle_ms, s.budget, s.kept
      from jsonb_to_recordset(starts) s(t text, r text, kind text, version integer, engine integer, subject text, scope text,
        input text, actor jsonb, here boolean, lane smallint, priority smallint, parent text, limit_key text, limit_size integer,
        throttle_key text, throttle_size integer, throttle_ms bigint, budget bigint, kept boolean)
      on conflict (tenant_id, id) do nothing
      returning tenant_id, id, owner, limit_key, throttle_key
    )
    select array_agg(id), count(*) filter (where owner is null),
      jsonb_agg(jsonb_build_object('t', tenant_id, 'r', id)) filter (where owner is null and (limit_key is not null or throttle_key is not null))
      into started, woken, limits from new;
    if limits is not null then
      for each in select l.t, l.r from jsonb_to_recordset(limits) l(t text, r text) order by 2 loop
        perform atelier.admit_run(each.t, each.r);
      end loop;
    end if;
  end if;
  if steps is not null then
    insert into public.run_journal (tenant_id, run_id, seq, name, op, result, stored_bytes, input, cause, key, attempts, cost, ms)
    select r.tenant_id, s.r, s.s, s.n, s.o, s.v, s.b, s.i, s.f, s.k, coalesce(s.a, 1), coalesce(s.c, 0), coalesce(s.ms, 0)
    from jsonb_to_recordset(steps) s(t text, r text, e integer, s integer, n text, o text, v text, b integer, i text, f jsonb, k text,
      a smallint, c bigint, ms integer)
    -- "is not distinct from" keeps the planner from the index on owners, which is full of dead entries.
    cross join lateral (select tenant_id from public.runs r where r.tenant_id = s.t and r.id = s.r
      and r.owner is not distinct from me and r.epoch = s.e limit 1) r;
    get diagnostics written = row_count;
    if written < jsonb_array_length(steps) then
      raise exception 'a run is no longer in these hands' using errcode = 'RUN01';
    end if;
  end if;
  if parks is not null then
    with done as (
      update public.runs r set status = p.status, owner = null, wake_at = p.until,
        ready_at = case when p.ready then clock_timestamp() end, cost = coalesce(p.cost, r.cost), attempts = coalesce(p.attempts, r.attempts),
        cause = p.cause, stage = coalesce(p.stage, r.stage)
      from jsonb_to_recordset(parks) p(t text, r text, e integer, inbox integer, status text, until timestamptz, ready boolean,
        cost bigint, attempts integer, cause jsonb, stage text)
      where r.tenant_id = p.t and r.id = p.r and r.owner is not distinct from me and r.epoch = p.e
        and (r.inbox = p.inbox or p.inbox is null)
      returning r.tenant_id, r.id, r.limit_key, r.ready_at
    )
    select array_agg(id), jsonb_agg(distinct jsonb_build_object('t', tenant_id, 'k', limit_key))
      filter (where limit_key is not null and ready_at is null) into parked, limits from done;
    if limits is not null then
      for each in select l.t, l.k from jsonb_to_recordset(limits) l(t text, k text) order by 1, 2 loop
        woken := woken + atelier.fill_slots(each.t, each.k);
      end loop;
    end if;
  end if;
  if ends is not null then woken := woken + atelier.end_runs(me, ends); end if;
end $$;

-- Returns up to `page` journal entries of a run after `after`, as JSON.
create function atelier.journal_page(t text, run text, after integer, page integer) returns jsonb
language sql stable set search_path = pg_catalog, pg_temp as $$
  select coalesce(jsonb_agg(jsonb_build_object('s', seq, 'n', name, 'o', op, 'v', result, 'b', stored_bytes, 'f', cause, 'c', cost,
    'a', attempts) order by seq), '[]')
  from (select * from public.run_journal where tenant_id = t and run_id = run and seq > after order by seq limit page) j
$$;

-- Returns the signals that arrived for a run as JSON, in the order of arrival.
create function atelier.signals_of(t text, run text) returns jsonb
language sql stable set search_path = pg_catalog, pg_temp as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'n', name, 'p', payload) order by at, id), '[]')
  from public.run_signals where tenant_id = t and run_id = run
$$;

-- Gives up to `places` runs of a lane to an executor, fairly among tenants: it walks from tenant to tenant in the index, takes
-- the first few runs of each, and orders them by their rank after the runs of the tenant that are in progress here. `busy`: [{t,
-- n}]; `cap`: the most runs of one tenant at a time. Runs that are due are made ready first.
create function atelier.claim_runs(me text, wanted_lane integer, places integer, cap integer, busy jsonb)
returns table (tenant_id text, id text, kind text, version integer, engine integer, subject_id text,
  scope_id text, input jsonb, actor jsonb, epoch integer, inbox integer, attempts integer, losses integer, cost bigint, budget bigint, root_id text, parent_id text,
  cancelled boolean, created_at timestamptz, journal jsonb, signals jsonb)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  due record;
  claimed text[];
begin
  perform atelier.check_executor(me);
  for due in
    select r.tenant_id, r.id, r.limit_key, r.throttle_key from public.runs r
    where r.wake_at <= clock_timestamp() order by r.wake_at limit 500 for no key update skip locked
  loop
    if due.limit_key is null and due.throttle_key is null then
      update public.runs r set ready_at = r.wake_at, wake_at = null where r.tenant_id = due.tenant_id and r.id = due.id;
    else
      perform atelier.admit_run(due.tenant_id, due.id);
    end if;
  end loop;
  with recursive tenants as (
    (select r.tenant_id from public.runs r where r.ready_at is not null and r.lane = wanted_lane order by r.tenant_id limit 1)
    union all
    select (select r.tenant_id from public.runs r where r.ready_at is not null and r.lane = wanted_lane and r.tenant_id > t.tenant_id
            order by r.tenant_id limit 1)
    from tenants t where t.tenant_id is not null
  ), candidates as (
    select c.tenant_id, c.id, c.place + coalesce(b.n, 0) as turn
    from tenants t left join jsonb_to_recordset(busy) b(t text, n integer) on b.t = t.tenant_id
    cross join lateral (
      select r.tenant_id, r.id, row_number() over (order by r.priority, r.ready_at) as place from public.runs r
      where r.ready_at is not null and r.lane = wanted_lane and r.tenant_id = t.tenant_id
      order by r.priority, r.ready_at limit greatest(0, least(places, cap - coalesce(b.n, 0)))
    ) c
    where t.tenant_id is not null
  ), chosen as (
    select r.tenant_id, r.id from candidates c join public.runs r on r.tenant_id = c.tenant_id and r.id = c.id
    where r.ready_at is not null order by c.turn limit places for update of r skip locked
  ), taken as (
    update public.runs r set owner = me, epoch = r.epoch + 1, status = 'RUNNING', ready_at = null, wake_at = null,
      started_at = coalesce(r.started_at, clock_timestamp())
    from chosen c where r.tenant_id = c.tenant_id and r.id = c.id
    returning r.id
  )
  select array_agg(id) into claimed from taken;
  if claimed is null then return; end if;
  -- This is a statement of its own, because the one above may have waited for the commit of a signal that its snapshot does not
  -- contain. It would count the signal without reading it.
  return query
  select r.tenant_id, r.id, r.kind, r.version, r.engine, r.subject_id, r.scope_id, r.input, r.actor, r.epoch, r.inbox, r.attempts,
    r.losses, r.cost, r.budget, r.root_id, r.parent_id, r.cancel_requested_at is not null, r.created_at,
    case when r.epoch > 1 then atelier.journal_page(r.tenant_id, r.id, 0, 200) else '[]' end,
    case when r.inbox > 0 then atelier.signals_of(r.tenant_id, r.id) else '[]' end
  from public.runs r where r.owner = me and r.id = any (claimed);
end $$;

-- Registers an executor in the session that will write for it. Both of its sessions already hold its lock.
create function atelier.register_executor(me text, reader integer, lease_ms integer) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.executors (id, writer_pid, reader_pid, lease_until)
  values (me, pg_backend_pid(), reader, clock_timestamp() + lease_ms * interval '1 millisecond');
end $$;

-- Renews the lease of an executor with one statement for all its runs. Returns the runs that are to be cancelled, or null when
-- the executor is no longer known.
create function atelier.renew_executor(me text, lease_ms integer) returns text[]
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform atelier.check_executor(me);
  update public.executors set lease_until = clock_timestamp() + lease_ms * interval '1 millisecond' where id = me;
  return array(select id from public.runs where owner = me and cancel_requested_at is not null);
end $$;

-- Releases the runs of dead executors, whose lock no session holds. An executor whose lease is over and that still holds its lock
-- is frozen or unreachable: its sessions are ended, and the next call finds the lock free. Returns how many runs were released.
create function atelier.take_over(me text) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  other record;
  freed integer;
  total integer := 0;
begin
  perform atelier.check_executor(me);
  for other in select id, writer_pid, reader_pid, lease_until from public.executors where id <> me loop
    if pg_try_advisory_xact_lock(7, hashtext(other.id)) then
      with held as (
        select tenant_id, id from public.runs where owner = other.id limit 1000 for no key update skip locked
      )
      update public.runs r set owner = null, ready_at = clock_timestamp(), losses = losses + 1 from held h
        where r.tenant_id = h.tenant_id and r.id = h.id;
      get diagnostics freed = row_count;
      total := total + freed;
      -- A transaction of the dead executor's process may still hold a run; it comes free with the next call.
      if not exists (select 1 from public.runs where owner = other.id) then delete from public.executors where id = other.id; end if;
    elsif other.lease_until < clock_timestamp() then
      perform pg_terminate_backend(a.pid) from pg_stat_activity a
        where a.pid in (other.writer_pid, other.reader_pid) and a.datname = current_database();
    end if;
  end loop;
  return total;
end $$;

-- Deletes up to `most` runs that ended longer ago than their tenant keeps them. Returns their number.
create function atelier.drop_old_runs(default_days integer, most integer) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  dropped integer;
begin
  with old as (
    select r.tenant_id, r.id from public.runs r left join public.run_retention k using (tenant_id)
    where not r.is_kept and r.finished_at < now() - coalesce(k.days, default_days) * interval '1 day'
    limit most for update of r skip locked
  )
  delete from public.runs r using old o where r.tenant_id = o.tenant_id and r.id = o.id;
  get diagnostics dropped = row_count;
  delete from public.run_keys where expires_at < now();
  return dropped;
end $$;

revoke execute on function atelier.commit_runs, atelier.claim_runs, atelier.register_executor, atelier.renew_executor,
  atelier.take_over, atelier.drop_old_runs, atelier.end_runs, atelier.wake_run, atelier.fill_slots, atelier.admit_run,
  atelier.take_rate, atelier.check_executor, atelier.journal_page, atelier.signals_of from public;
grant execute on function atelier.commit_runs, atelier.claim_runs, atelier.register_executor, atelier.renew_executor,
  atelier.take_over, atelier.drop_old_runs, atelier.end_runs, atelier.wake_run, atelier.fill_slots, atelier.admit_run,
  atelier.take_rate, atelier.check_executor, atelier.journal_page, atelier.signals_of to atelier_app;
