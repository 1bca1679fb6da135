-- Sets credits aside, those of the plan first. It is one call, so that the row for which all debits wait is locked briefly.
-- p_stories contains the answers per day of each plan, null for no limit, and under '' those of a plan that is no longer sold; it
-- is null for work that is not an answer. With the outcome `due`, the caller has to open or renew the subscription first. Only the
-- outcomes `held` and `free` have written anything.
create or replace function atelier.hold_credits(
  p_id text, p_amount bigint, p_reference text, p_user_id text, p_app_id text,
  p_stories jsonb, p_now timestamptz, p_lease interval,
  out outcome text, out limit_id text, out orders_release boolean
) language plpgsql as $$
declare
  subscription subscriptions%rowtype;
  bound record;
  is_limited boolean := false;
  today date := (now() at time zone 'utc')::date;
  stories integer;
  counted bigint;
  of_plan bigint;
  bought bigint;
  has_held boolean;
begin
  orders_release := false;
  -- The row below stays locked until the commit has finished, so this commit does not wait for the disk. A crash of the database
  -- right after it forgets question and hold together; the commit of the settlement waits for the disk and so stores both as
  -- well.
  perform set_config('synchronous_commit', 'off', true);
  select * into subscription from subscriptions where tenant_id = atelier.tenant() for update;
  if not found or subscription.due_at <= p_now then
    outcome := 'due';
    return;
  end if;
  if p_amount > 0 and subscription.status in ('CANCELLED', 'EXPIRED') then
    outcome := 'expired';
    return;
  end if;
  stories := (p_stories ->> case when p_stories ? subscription.plan_id then subscription.plan_id else '' end)::integer;
  if stories is not null and subscription.stories_day = today and subscription.stories_count >= stories then
    outcome := 'daily_limit';
    return;
  end if;
  if p_amount > 0 then
    for bound in
      select l.id, l.kind, l.amount, case when l.counted_from = atelier.beginning_of(l.period) then l.used else 0 end as used
      from usage_limits l
      where l.tenant_id = atelier.tenant()
        and (l.scope = 'TENANT' or (l.scope = 'USER' and l.subject_id = p_user_id) or (l.scope = 'APP' and l.subject_id = p_app_id))
    loop
      is_limited := true;
      if bound.kind = 'HARD' and bound.used + p_amount > bound.amount then
        outcome := 'limit_reached';
        limit_id := bound.id;
        return;
      end if;
    end loop;
    select coalesce(sum(amount) filter (where account = 'AVAILABLE'), 0), coalesce(sum(amount) filter (where account = 'ADD_ON'), 0),
        coalesce(bool_or(account = 'HELD'), false)
      into of_plan, bought, has_held from ledger_balances where tenant_id = atelier.tenant();
    if of_plan + bought < p_amount then
      outcome := 'too_low';
      return;
    end if;
    orders_release := subscription.release_at is null or subscription.release_at <= now();
  end if;

  if stories is not null or orders_release then
    counted := case when subscription.stories_day = today then subscription.stories_count else 0 end;
    update subscriptions set
        stories_day = case when stories is null then stories_day else today end,
        stories_count = case when stories is null then stories_count else counted + 1 end,
        release_at = case when orders_release then now() + p_lease else release_at end
      where tenant_id = atelier.tenant();
  end if;
  if p_amount = 0 then
    outcome := 'free';
    return;
  end if;
  if is_limited then
    update usage_limits l
      set used = p_amount + case when l.counted_from = atelier.beginning_of(l.period) then l.used else 0 end,
        counted_from = atelier.beginning_of(l.period)
      where l.tenant_id = atelier.tenant()
        and (l.scope = 'TENANT' or (l.scope = 'USER' and l.subject_id = p_user_id) or (l.scope = 'APP' and l.subject_id = p_app_id));
  end if;
  bought := p_amount - least(p_amount, of_plan);
  update ledger_balances
    set amount = amount + case account when 'HELD' then p_amount when 'ADD_ON' then -bought else bought - p_amount end
    where tenant_id = atelier.tenant()
      and (account = 'HELD' or (account = 'AVAILABLE' and p_amount > bought) or (account = 'ADD_ON' and bought > 0));
  if not has_held then
    insert into ledger_balances (account, amount) values ('HELD', p_amount);
  end if;
  insert into ledger_holds (id, amount, add_on_amount, reference, user_id, app_id, period_starts_at)
    values (p_id, p_amount, bought, p_reference, p_user_id, p_app_id, subscription.period_starts_at);
  outcome := 'held';
end $$;
grant execute on function atelier.hold_credits to atelier_app;
