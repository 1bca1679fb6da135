-- Writes the changes of an executor's runs since its last call, for all tenants in one transaction: runs that start, recorded
-- steps, runs that stop to wait, and runs that end. The tenant of a row is that of its run. A step of a run that another executor
-- has taken over raises RUN01. Returns which starts were new, which runs wait now, and how many other runs may be claimed.
create or replace function atelier.commit_runs(me text, starts json, steps json, parks json, ends jsonb,
  out started text[], out parked text[], out woken integer)
language plpgsql security definer set search_path = pg_catalog, pg_temp
  set jit = off set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  written integer;
  limits jsonb;
  each record;
begin
  perform 1 from public.executors where id = me and pg_backend_pid() in (writer_pid, reader_pid);
  if not found then raise exception 'this session is not that of executor %', me using errcode = 'RUN02'; end if;
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
      from json_to_recordset(starts) s(t text, r text, kind text, version integer, engine integer, subject text, scope text,
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
    from json_to_recordset(steps) s(t text, r text, e integer, s integer, n text, o text, v text, b integer, i text, f jsonb, k text,
      a smallint, c bigint, ms integer)
    -- "is not distinct from" keeps the planner from the index on owners, which is full of dead entries.
    cross join lateral (select tenant_id from public.runs r where r.tenant_id = s.t and r.id = s.r
      and r.owner is not distinct from me and r.epoch = s.e limit 1) r;
    get diagnostics written = row_count;
    if written < json_array_length(steps) then
      raise exception 'a run is no longer in these hands' using errcode = 'RUN01';
    end if;
    -- Hardly any step costs anything, and text is cheaper to look through than JSON. Quotation marks within values are escaped.
    if position('"c":' in steps::text) > 0 then
      update public.runs r set cost = r.cost + s.cost
      from (select t, r as id, sum(c) as cost from json_to_recordset(steps) s(t text, r text, c bigint) where c > 0 group by t, r) s
      where r.tenant_id = s.t and r.id = s.id;
    end if;
  end if;
  if parks is not null then
    with done as (
      update public.runs r set status = p.status, owner = null, wake_at = p.until,
        ready_at = case when p.ready then clock_timestamp() end, attempts = coalesce(p.attempts, r.attempts),
        cause = p.cause, stage = coalesce(p.stage, r.stage)
      from json_to_recordset(parks) p(t text, r text, e integer, inbox integer, status text, until timestamptz, ready boolean,
        attempts integer, cause jsonb, stage text)
      where r.tenant_id = p.t and r.id = p.r and case when r.owner is not distinct from me then r.epoch = p.e else false end
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
revoke execute on function atelier.commit_runs from public;
grant execute on function atelier.commit_runs to atelier_app;
