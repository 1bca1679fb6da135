-- Ends runs. `me` is the executor that works on them; null ends runs that no executor works on. A run with an unexpected owner
-- raises RUN01. Wakes the runs that wait for them, and returns how many of those may be claimed.
create or replace function atelier.end_runs(me text, ends jsonb) returns integer
language plpgsql set search_path = pg_catalog, pg_temp
  set jit = off set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  ended integer;
  woken integer := 0;
  parents jsonb;
  limits jsonb;
  each record;
begin
  with done as (
    update public.runs r set status = e.status, output = e.output, cause = e.cause,
      progress = case when e.status = 'COMPLETED' then 1 else r.progress end, stage = null, note = e.note, owner = null, ready_at = null, wake_at = null, blocked_at = null,
      finished_at = clock_timestamp()
    from jsonb_to_recordset(ends) e(t text, r text, e integer, status text, output text, cause jsonb, note text)
    where r.tenant_id = e.t and r.id = e.r
      -- As a condition that the planner cannot estimate, because it would take few runs to have this owner and begin with those.
      and case when r.owner is not distinct from me then r.epoch = e.e else false end
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
revoke execute on function atelier.end_runs from public;
grant execute on function atelier.end_runs to atelier_app;
