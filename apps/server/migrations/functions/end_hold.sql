-- Ends a hold: charges p_cost and releases the rest, or (p_is_lost) releases everything because no settlement came. A settlement
-- after that is charged from the credits that are available then. Returns null in charged when the hold had ended before. p_usage
-- lists the uses that the hold paid for, with the cost of each; together they cost p_cost. Their records are written here, so that
-- no other statement is sent while others wait for the row.
create or replace function atelier.end_hold(
  p_hold_id text, p_transaction_id text, p_cost bigint, p_is_lost boolean, p_user_id text, p_app_id text, p_usage jsonb,
  p_once text default null, out charged bigint, out warned_limits text[]
) language plpgsql as $$
declare
  subscription subscriptions%rowtype;
  hold ledger_holds%rowtype;
  bound record;
  used record;
  is_late boolean := false;
  of_plan bigint;
  bought bigint;
  has_spent boolean;
  extra bigint;
  extra_of_plan bigint;
  back_of_plan bigint;
  back_bought bigint;
  expired bigint := 0;
  uncharged bigint;
  of_operator bigint := 0;
  counted bigint;
begin
  warned_limits := '{}';
  select * into subscription from subscriptions where tenant_id = atelier.tenant() for update;
  if exists (select from ledger_transactions where tenant_id = atelier.tenant() and idempotency_key = p_once) then
    p_cost := 0;
    p_usage := '[]';
  end if;
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
  select coalesce(sum(amount) filter (where account = 'AVAILABLE'), 0), coalesce(sum(amount) filter (where account = 'ADD_ON'), 0),
      coalesce(bool_or(account = 'SPENT'), false)
    into of_plan, bought, has_spent from ledger_balances where tenant_id = atelier.tenant();
  extra := least(greatest(0, p_cost - hold.amount), of_plan + bought);
  extra_of_plan := least(extra, of_plan);
  charged := least(p_cost, hold.amount) + extra;
  back_of_plan := greatest(0, hold.amount - hold.add_on_amount - charged);
  back_bought := greatest(0, hold.amount - charged) - back_of_plan;
  -- Credits of a period that is over are not returned.
  if hold.period_starts_at <> subscription.period_starts_at then
    expired := back_of_plan;
    back_of_plan := 0;
  end if;
  if charged > 0 or expired > 0 or p_is_lost or is_late then
    insert into ledger_transactions (id, idempotency_key, kind, reference, details)
      values (p_transaction_id, case when p_is_lost then p_hold_id || ':released' when charged > 0 then coalesce(p_once, p_hold_id || ':settled')
        else p_hold_id || ':settled' end,
        case when charged > 0 then 'SETTLE' else 'RELEASE' end, hold.reference, coalesce(p_usage, '{}'))
      on conflict (tenant_id, idempotency_key) do nothing;
    if not found then
      charged := null;
      return;
    end if;
    insert into ledger_entries (transaction_id, account, amount)
      select p_transaction_id, part.account, part.amount from (values
          ('AVAILABLE', back_of_plan + hold.add_on_amount - hold.amount - extra_of_plan),
          ('ADD_ON', back_bought - hold.add_on_amount - (extra - extra_of_plan)),
          ('EXPIRED', expired),
          ('SPENT', charged)) as part (account, amount)
        where part.amount <> 0;
  end if;
  update ledger_balances b set amount = b.amount + part.amount
    from (values
      ('HELD', -hold.amount),
      ('AVAILABLE', back_of_plan - extra_of_plan),
      ('ADD_ON', back_bought - (extra - extra_of_plan)),
      ('EXPIRED', expired),
      ('SPENT', charged)) as part (account, amount)
    where b.tenant_id = atelier.tenant() and b.account = part.account and part.amount <> 0;
  if expired > 0 or not has_spent then
    insert into ledger_balances (account, amount)
      select part.account, part.amount from (values ('EXPIRED', expired), ('SPENT', charged)) as part (account, amount)
      where part.amount > 0 and not exists
        (select from ledger_balances b where b.tenant_id = atelier.tenant() and b.account = part.account);
  end if;
  uncharged := charged;
  for used in
    select u.*, coalesce(u.cost, p_cost) as price from jsonb_to_recordset(
        case jsonb_typeof(p_usage) when 'array' then p_usage when 'object' then jsonb_build_array(p_usage) else '[]' end) as u
      (id text, kind text, knowledge_base_id text, model_id text, input_tokens integer, output_tokens integer, cost bigint)
  loop
    if used.model_id like 'prv\_operator\_%' then
      of_operator := of_operator + used.price;
    end if;
    if used.kind = 'ANSWER' or used.price > 0 or used.input_tokens + used.output_tokens > 0 then
      insert into usage_records
          (id, kind, user_id, app_id, knowledge_base_id, model_id, input_tokens, output_tokens, amount, reference)
        values (used.id, used.kind, p_user_id, p_app_id, used.knowledge_base_id, used.model_id, used.input_tokens,
          used.output_tokens, least(used.price, uncharged), hold.reference);
      uncharged := uncharged - least(used.price, uncharged);
    end if;
  end loop;
  -- A released hold no longer exists, so what of it was counted is unknown.
  if hold.operator_amount > 0 then
    perform atelier.settle_for_operator(hold.operator_amount, hold.created_at, of_operator);
  elsif is_late and of_operator > 0 then
    perform atelier.settle_for_operator(0, now(), of_operator);
  end if;
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
grant execute on function atelier.end_hold to atelier_app;
