-- The spending through the operator's own model provider, by tenant. Not tenant-bound, because all tenants together have a
-- budget, and without a foreign key, because the spending of a deleted tenant still counts; contains ids and sums only. Each
-- tenant has a row of its own, so that no question waits for another tenant; the sum over the rows of a month is read without a
-- lock.
create table operator_spending (
  month date not null,
  tenant_id text not null,
  month_amount bigint not null default 0,
  day date not null,
  day_amount bigint not null default 0,
  primary key (month, tenant_id)
);
grant select, insert, update, delete on operator_spending to atelier_app;

-- The part of a hold that is counted there.
alter table ledger_holds add column operator_amount bigint not null default 0;

-- Counts the most that a hold may cost the operator, and returns the sums including it. The caller holds the tenant's
-- subscription row, as every hold and settlement does, so that rows are locked in one order.
create function atelier.count_for_operator(
  p_hold_id text, p_amount bigint,
  out of_company bigint, out of_day bigint, out of_month bigint
) language plpgsql as $$
declare
  today date := (now() at time zone 'utc')::date;
  this_month date := date_trunc('month', today)::date;
begin
  insert into operator_spending as s (month, tenant_id, month_amount, day, day_amount)
    values (this_month, atelier.tenant(), p_amount, today, p_amount)
    on conflict (month, tenant_id) do update set
      month_amount = s.month_amount + p_amount,
      day_amount = p_amount + case when s.day = today then s.day_amount else 0 end,
      day = today
    returning s.month_amount into of_company;
  if of_company = p_amount then
    delete from operator_spending where month < this_month - interval '2 months';
  end if;
  select sum(month_amount), coalesce(sum(day_amount) filter (where day = today), 0) into of_month, of_day
    from operator_spending where month = this_month;
  update ledger_holds set operator_amount = p_amount where tenant_id = atelier.tenant() and id = p_hold_id;
end $$;
grant execute on function atelier.count_for_operator to atelier_app;

-- Replaces the counted amount by the real cost.
create function atelier.settle_for_operator(p_counted bigint, p_counted_at timestamptz, p_cost bigint)
returns void language sql as $$
  insert into operator_spending as s (month, tenant_id, month_amount, day, day_amount)
    select date_trunc('month', counted.day)::date, atelier.tenant(), p_cost, counted.day, p_cost
    from (select (p_counted_at at time zone 'utc')::date as day) as counted
    on conflict (month, tenant_id) do update set
      month_amount = greatest(0, s.month_amount + p_cost - p_counted),
      day_amount = case when s.day = excluded.day then greatest(0, s.day_amount + p_cost - p_counted) else s.day_amount end
$$;
grant execute on function atelier.settle_for_operator to atelier_app;

-- As in 0009, and also settles the cost of the operator's provider. Ends a hold: charges p_cost and releases the rest, or
-- (p_is_lost) releases everything because no settlement came. A settlement after that is charged from the credits that are
-- available then. Returns null in charged when the hold had ended before. Also writes the usage record, so that no other
-- statement is sent while others wait for the row.
create or replace function atelier.end_hold(
  p_hold_id text, p_transaction_id text, p_cost bigint, p_is_lost boolean, p_user_id text, p_app_id text, p_usage jsonb,
  out charged bigint, out warned_limits text[]
) language plpgsql as $$
declare
  subscription subscriptions%rowtype;
  hold ledger_holds%rowtype;
  bound record;
  is_late boolean := false;
  of_plan bigint;
  bought bigint;
  extra bigint;
  extra_of_plan bigint;
  back_of_plan bigint;
  back_bought bigint;
  ends_in_period boolean;
  counted bigint;
begin
  warned_limits := '{}';
  select * into subscription from subscriptions where tenant_id = atelier.tenant() for update;
  delete from ledger_holds where tenant_id = atelier.tenant() and id = p_hold_id returning * into hold;
  if not found then
    select reference into hold.reference from ledger_transactions
      where tenant_id = atelier.tenant() and idempotency_key = p_hold_id || ':released' and not p_is_lost;
    if not found then
      return;
    end if;
    is_late := true;
    hold.user_id := p_user_id;
    hold.app_id := p_app_id;
    hold.amount := 0;
    hold.operator_amount := 0;
    hold.add_on_amount := 0;
  end if;
  select coalesce(sum(amount) filter (where account = 'AVAILABLE'), 0), coalesce(sum(amount) filter (where account = 'ADD_ON'), 0)
    into of_plan, bought from ledger_balances where tenant_id = atelier.tenant();
  extra := least(greatest(0, p_cost - hold.amount), of_plan + bought);
  extra_of_plan := least(extra, of_plan);
  charged := least(p_cost, hold.amount) + extra;
  back_of_plan := greatest(0, hold.amount - hold.add_on_amount - charged);
  back_bought := greatest(0, hold.amount - charged) - back_of_plan;
  ends_in_period := hold.period_starts_at is null or hold.period_starts_at = subscription.period_starts_at;
  if not atelier.post_ledger(
    p_transaction_id,
    p_hold_id || case when p_is_lost then ':released' else ':settled' end,
    case when charged > 0 then 'SETTLE' else 'RELEASE' end, hold.reference, coalesce(p_usage, '{}'),
    jsonb_build_object(
      'HELD', -hold.amount,
      'AVAILABLE', case when ends_in_period then back_of_plan else 0 end - extra_of_plan,
      'EXPIRED', case when ends_in_period then 0 else back_of_plan end,
      'ADD_ON', back_bought - (extra - extra_of_plan),
      'SPENT', charged))
  then
    charged := null;
    return;
  end if;
  -- A released hold no longer exists, so the model that its work used is unknown.
  if hold.operator_amount > 0 then
    perform atelier.settle_for_operator(hold.operator_amount, hold.created_at, p_cost);
  elsif is_late and p_usage ->> 'model_id' like 'prv\_operator\_%' then
    perform atelier.settle_for_operator(0, now(), p_cost);
  end if;
  insert into usage_records (id, kind, user_id, app_id, knowledge_base_id, model_id, input_tokens, output_tokens, amount, reference)
    select id, kind, p_user_id, p_app_id, knowledge_base_id, model_id, input_tokens, output_tokens, charged, hold.reference
    from jsonb_to_record(p_usage) as used
      (id text, kind text, knowledge_base_id text, model_id text, input_tokens integer, output_tokens integer)
    where kind = 'ANSWER' or charged > 0 or input_tokens + output_tokens > 0;
  for bound in
    select l.*, atelier.beginning_of(l.period) as beginning from usage_limits l
    where l.tenant_id = atelier.tenant()
      and (l.scope = 'TENANT' or (l.scope = 'USER' and l.subject_id = hold.user_id) or (l.scope = 'APP' and l.subject_id = hold.app_id))
  loop
    -- Credits that were held in an earlier period were counted there.
    counted := charged + case when bound.counted_from = bound.beginning then bound.used else 0 end
      - case when not is_late and hold.created_at >= bound.beginning then hold.amount else 0 end;
    update usage_limits set used = greatest(0, counted), counted_from = bound.beginning,
        warned_from = case when bound.kind = 'SOFT' and counted >= bound.amount then bound.beginning else bound.warned_from end
      where tenant_id = atelier.tenant() and id = bound.id;
    if bound.kind = 'SOFT' and counted >= bound.amount and bound.warned_from is distinct from bound.beginning then
      warned_limits := warned_limits || bound.id;
    end if;
  end loop;
end $$;
