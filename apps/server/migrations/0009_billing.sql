-- Plans, bought credits, usage and its limits. Every debit of a tenant waits only for its subscription row.

create table subscriptions (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  plan_id text not null,
  status text not null check (status in ('ACTIVE', 'TRIALING', 'PAST_DUE', 'CANCELLED', 'EXPIRED')),
  -- How the plan is paid: not at all, by invoice, or through a card payment provider.
  provider text not null default 'none' check (provider in ('none', 'manual', 'stripe')),
  -- Months are counted from this day, so that a period that began on the 31st returns to the 31st.
  anchor_at timestamptz not null,
  period_starts_at timestamptz not null,
  period_ends_at timestamptz,
  -- The next time at which it changes by itself; null for never.
  due_at timestamptz,
  trial_starts_at timestamptz,
  trial_ends_at timestamptz,
  cancel_at_cycle_end boolean not null default false,
  grace_ends_at timestamptz,
  -- The balance of the account SPENT when the period began.
  spent_before bigint not null default 0,
  stories_day date,
  stories_count integer not null default 0,
  -- The time for which the release of lost holds is ordered.
  release_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id)
);
select atelier.protect('subscriptions');

-- AVAILABLE holds the credits of the plan, ADD_ON the bought ones, and EXPIRED the unused credits of past periods.
alter table ledger_transactions drop constraint ledger_transactions_kind_check;
alter table ledger_transactions add constraint ledger_transactions_kind_check
  check (kind in ('GRANT', 'HOLD', 'SETTLE', 'RELEASE', 'EXPIRE'));
alter table ledger_entries drop constraint ledger_entries_account_check;
alter table ledger_entries add constraint ledger_entries_account_check
  check (account in ('GRANTED', 'AVAILABLE', 'ADD_ON', 'HELD', 'SPENT', 'EXPIRED'));
alter table ledger_balances drop constraint ledger_no_overdraft;
alter table ledger_balances add constraint ledger_no_overdraft
  check (account not in ('AVAILABLE', 'ADD_ON', 'HELD') or amount >= 0);

alter table ledger_holds
  -- The part of the amount that was taken from bought credits.
  add column add_on_amount bigint not null default 0,
  add column user_id text,
  add column app_id text,
  -- Credits of a period that is over are not returned.
  add column period_starts_at timestamptz;
create index ledger_holds_by_age on ledger_holds (tenant_id, created_at);

create table usage_records (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  id text not null,
  kind text not null check (kind in ('ANSWER', 'EMBEDDING', 'OTHER')),
  user_id text,
  app_id text,
  knowledge_base_id text,
  model_id text,
  input_tokens integer not null default 0,
  output_tokens integer not null default 0,
  amount bigint not null check (amount >= 0),
  reference text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index usage_records_by_time on usage_records (tenant_id, created_at desc, id desc);
select atelier.protect('usage_records');
revoke update, delete on usage_records from atelier_app;

create table usage_limits (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  id text not null,
  scope text not null check (scope in ('TENANT', 'USER', 'APP')),
  -- Empty for the tenant.
  subject_id text not null default '' check ((scope = 'TENANT') = (subject_id = '')),
  period text not null check (period in ('DAY', 'MONTH')),
  kind text not null check (kind in ('HARD', 'SOFT')),
  amount bigint not null check (amount >= 0),
  -- The sum of used and held credits since counted_from; when a new period begins, it starts at zero.
  used bigint not null default 0,
  counted_from timestamptz not null,
  warned_from timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint usage_limits_named_once unique (tenant_id, scope, subject_id, period, kind)
);
select atelier.protect('usage_limits');

create function atelier.beginning_of(p_period text) returns timestamptz language sql stable as
  $$ select date_trunc(lower(p_period), now() at time zone 'utc') at time zone 'utc' $$;

-- Posts once per key; returns false when the key was posted before. Fails on an overdraft.
create function atelier.post_ledger(
  p_id text, p_key text, p_kind text, p_reference text, p_details jsonb, p_entries jsonb
) returns boolean language plpgsql as $$
declare
  entry record;
begin
  insert into ledger_transactions (id, idempotency_key, kind, reference, details)
    values (p_id, p_key, p_kind, p_reference, p_details) on conflict (tenant_id, idempotency_key) do nothing;
  if not found then
    return false;
  end if;
  for entry in select key as account, value::bigint as amount from jsonb_each_text(p_entries)
    where value::bigint <> 0 order by key
  loop
    insert into ledger_entries (transaction_id, account, amount) values (p_id, entry.account, entry.amount);
    -- By update first: an insert would be judged by its own amount, not by the sum.
    update ledger_balances set amount = amount + entry.amount
      where tenant_id = atelier.tenant() and account = entry.account;
    if not found then
      insert into ledger_balances (account, amount) values (entry.account, entry.amount)
        on conflict (tenant_id, account) do update set amount = ledger_balances.amount + excluded.amount;
    end if;
  end loop;
  return true;
end $$;

-- Sets credits aside: those of the plan first. One call, so that the row that all debits wait for is held briefly.
create function atelier.hold_credits(
  p_id text, p_transaction_id text, p_amount bigint, p_reference text, p_user_id text, p_app_id text,
  p_stories integer, p_lease interval,
  out outcome text, out limit_id text, out orders_release boolean
) language plpgsql as $$
declare
  subscription subscriptions%rowtype;
  bound record;
  today date := (now() at time zone 'utc')::date;
  counted bigint;
  of_plan bigint;
  bought bigint;
begin
  orders_release := false;
  -- The row below stays locked until the commit has finished, so this commit does not wait for the disk. A crash of the database
  -- right after it forgets question and hold together; the commit of the settlement waits for the disk and so stores both as
  -- well.
  perform set_config('synchronous_commit', 'off', true);
  select * into subscription from subscriptions where tenant_id = atelier.tenant() for update;
  if p_stories is not null then
    counted := case when subscription.stories_day = today then subscription.stories_count else 0 end;
    if counted >= p_stories then
      outcome := 'daily_limit';
      return;
    end if;
    update subscriptions set stories_day = today, stories_count = counted + 1 where tenant_id = atelier.tenant();
  end if;
  if p_amount = 0 then
    outcome := 'free';
    return;
  end if;
  for bound in
    select l.*, atelier.beginning_of(l.period) as beginning from usage_limits l
    where l.tenant_id = atelier.tenant()
      and (l.scope = 'TENANT' or (l.scope = 'USER' and l.subject_id = p_user_id) or (l.scope = 'APP' and l.subject_id = p_app_id))
  loop
    counted := p_amount + case when bound.counted_from = bound.beginning then bound.used else 0 end;
    if bound.kind = 'HARD' and counted > bound.amount then
      outcome := 'limit_reached';
      limit_id := bound.id;
      return;
    end if;
    update usage_limits set used = counted, counted_from = bound.beginning
      where tenant_id = atelier.tenant() and id = bound.id;
  end loop;
  select coalesce(sum(amount) filter (where account = 'AVAILABLE'), 0), coalesce(sum(amount) filter (where account = 'ADD_ON'), 0)
    into of_plan, bought from ledger_balances where tenant_id = atelier.tenant();
  if of_plan + bought < p_amount then
    outcome := 'too_low';
    return;
  end if;
  bought := p_amount - least(p_amount, of_plan);
  perform atelier.post_ledger(p_transaction_id, p_id, 'HOLD', p_reference, '{}',
    jsonb_build_object('AVAILABLE', bought - p_amount, 'ADD_ON', -bought, 'HELD', p_amount));
  insert into ledger_holds (id, amount, add_on_amount, reference, user_id, app_id, period_starts_at)
    values (p_id, p_amount, bought, p_reference, p_user_id, p_app_id, subscription.period_starts_at);
  if subscription.release_at is null or subscription.release_at <= now() then
    orders_release := true;
    update subscriptions set release_at = now() + p_lease where tenant_id = atelier.tenant();
  end if;
  outcome := 'held';
end $$;

-- Ends a hold: charges p_cost and releases the rest, or (p_is_lost) releases everything because no settlement came. A settlement
-- after that is charged from the credits that are available then. Returns null in charged when the hold had ended before. Also
-- writes the usage record, so that no other statement is sent while others wait for the row.
create function atelier.end_hold(
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

-- Returns the credits that were charged for the work of a hold, for the transaction that settles it.
create function atelier.charged_for(p_hold_id text) returns numeric language sql stable as $$
  select coalesce(sum(e.amount), 0) / 1000000.0 from ledger_transactions t
    join ledger_entries e on e.tenant_id = t.tenant_id and e.transaction_id = t.id and e.account = 'SPENT'
    where t.tenant_id = atelier.tenant() and t.idempotency_key = p_hold_id || ':settled'
$$;

grant execute on function atelier.charged_for, atelier.beginning_of, atelier.post_ledger, atelier.hold_credits, atelier.end_hold to atelier_app;
