-- Gives runs of several lanes to an executor in one call. `orders`: [{lane, places, cap, busy: [{t, n}]}]. Of each lane it takes up to
-- `places` runs, fairly among tenants: it walks from tenant to tenant in the index, takes the first few runs of each, and orders them by their
-- rank after the runs of the tenant that are in progress here (`busy`); `cap` is the most runs of one tenant at a time. Runs that are due are
-- made ready first, once for all lanes.
create or replace function atelier.claim_runs(me text, orders jsonb)
returns table (lane smallint, tenant_id text, id text, kind text, version integer, engine integer, subject_id text,
  scope_id text, input jsonb, actor jsonb, epoch integer, inbox integer, attempts integer, losses integer, cost bigint, budget bigint, root_id text, parent_id text,
  cancelled boolean, created_at timestamptz, journal jsonb, signals jsonb)
language plpgsql security definer set search_path = pg_catalog, pg_temp
  set jit = off set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  due record;
  wanted record;
  taken_here text[];
  claimed text[] := '{}';
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
  for wanted in
    select o.lane as number, o.places, o.cap, o.busy
    from jsonb_to_recordset(orders) as o(lane integer, places integer, cap integer, busy jsonb)
  loop
    -- Without "rows unbounded preceding", PostgreSQL 15 reads the whole queue of a tenant to number its first runs.
    with recursive tenants as (
      (select r.tenant_id from public.runs r where r.ready_at is not null and r.lane = wanted.number order by r.tenant_id limit 1)
      union all
      select (select r.tenant_id from public.runs r where r.ready_at is not null and r.lane = wanted.number and r.tenant_id > t.tenant_id
              order by r.tenant_id limit 1)
      from tenants t where t.tenant_id is not null
    ), candidates as (
      select c.tenant_id, c.id, c.place + coalesce(b.n, 0) as turn
      from tenants t left join jsonb_to_recordset(wanted.busy) b(t text, n integer) on b.t = t.tenant_id
      cross join lateral (
        select r.tenant_id, r.id, row_number() over (order by r.priority, r.ready_at rows unbounded preceding) as place
        from public.runs r
        where r.ready_at is not null and r.lane = wanted.number and r.tenant_id = t.tenant_id
        order by r.priority, r.ready_at limit greatest(0, least(wanted.places, wanted.cap - coalesce(b.n, 0)))
      ) c
      where t.tenant_id is not null
    ), chosen as (
      select r.tenant_id, r.id from candidates c join public.runs r on r.tenant_id = c.tenant_id and r.id = c.id
      where r.ready_at is not null order by c.turn limit wanted.places for update of r skip locked
    ), taken as (
      update public.runs r set owner = me, epoch = r.epoch + 1, status = 'RUNNING', ready_at = null, wake_at = null,
        started_at = coalesce(r.started_at, clock_timestamp())
      from chosen c where r.tenant_id = c.tenant_id and r.id = c.id
      returning r.id
    )
    select array_agg(id) into taken_here from taken;
    claimed := claimed || coalesce(taken_here, '{}');
  end loop;
  if claimed = '{}' then return; end if;
  -- This is a statement of its own, because the one above may have waited for the commit of a signal that its snapshot does not
  -- contain. It would count the signal without reading it.
  return query
  select r.lane, r.tenant_id, r.id, r.kind, r.version, r.engine, r.subject_id, r.scope_id, r.input, r.actor, r.epoch, r.inbox, r.attempts,
    r.losses, r.cost, r.budget, r.root_id, r.parent_id, r.cancel_requested_at is not null, r.created_at,
    case when r.epoch > 1 then atelier.journal_page(r.tenant_id, r.id, 0, 200) else '[]' end,
    case when r.inbox > 0 then atelier.signals_of(r.tenant_id, r.id) else '[]' end
  from public.runs r where r.owner = me and r.id = any (claimed);
end $$;
revoke execute on function atelier.claim_runs(text, jsonb) from public;
grant execute on function atelier.claim_runs(text, jsonb) to atelier_app;
