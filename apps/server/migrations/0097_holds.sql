-- A hold is a row and a change of the balances; the ledger gets entries when the credits are spent, expire or come back. The hold of
-- a question also covers the embedding of the question, so one settlement may record several uses.

-- Which models embed the questions to a knowledge base is remembered by processes (docs/adr/0025-revisions.md).
select atelier.revise_with('index_versions', 'tenant_id', 'update of embedding_model_id, dimensions',
  'old.embedding_model_id is distinct from new.embedding_model_id or old.dimensions is distinct from new.dimensions');
select atelier.revise_with('knowledge_bases', 'tenant_id', 'update of active_index_version, status',
  'old.active_index_version is distinct from new.active_index_version or old.status is distinct from new.status');

-- Takes back the entries of the holds that are open now, so that all holds are alike. Balances do not change.
alter table ledger_holds no force row level security;
alter table ledger_transactions no force row level security;
alter table ledger_entries no force row level security;
insert into ledger_transactions (tenant_id, id, idempotency_key, kind, reference)
  select tenant_id, 'ltx_' || id, id || ':unposted', 'RELEASE', reference from ledger_holds;
insert into ledger_entries (tenant_id, transaction_id, account, amount)
  select h.tenant_id, 'ltx_' || h.id, part.account, part.amount from ledger_holds h cross join lateral
    (values ('HELD', -h.amount), ('AVAILABLE', h.amount - h.add_on_amount), ('ADD_ON', h.add_on_amount)) as part (account, amount)
  where part.amount <> 0;
set constraints all immediate;
alter table ledger_holds force row level security;
alter table ledger_transactions force row level security;
alter table ledger_entries force row level security;

drop function atelier.hold_credits(text, text, bigint, text, text, text, integer, interval);
drop function atelier.begin_answer;
drop function atelier.hold_credits(text, text, bigint, text, text, text, jsonb, timestamptz, interval);

-- Sets credits aside, those of the plan first. It is one call, so that the row for which all debits wait is locked briefly.
-- p_stories contains the answers per day of each plan, null for no limit, and under '' those of a plan that is no longer sold; it
-- is null for work that is not an answer. With the outcome `due`, the caller has to open or renew the subscription first. Only the
-- outcomes `held` and `free` have written anything.
create function atelier.hold_credits(
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

-- Ends a hold: charges p_cost and releases the rest, or (p_is_lost) releases everything because no settlement came. A settlement
-- after that is charged from the credits that are available then. Returns null in charged when the hold had ended before. p_usage
-- lists the uses that the hold paid for, with the cost of each; together they cost p_cost. Their records are written here, so that
-- no other statement is sent while others wait for the row.
create or replace function atelier.end_hold(
  p_hold_id text, p_transaction_id text, p_cost bigint, p_is_lost boolean, p_user_id text, p_app_id text, p_usage jsonb,
  out charged bigint, out warned_limits text[]
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
      values (p_transaction_id, p_hold_id || case when p_is_lost then ':released' else ':settled' end,
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

-- Nothing calls it.
drop function atelier.charged_for;

-- True when a conversation belongs to a reader. Without a chat user id, the proof is the unguessable id of the conversation, or the
-- same account.
create function atelier.is_reader_of(conversation conversations, p_visitor_hash text, p_user_id text) returns boolean
language sql stable as $$
  select coalesce(case when conversation.visitor_hash is not null then conversation.visitor_hash = p_visitor_hash
    else conversation.user_id is null or conversation.user_id = p_user_id end, false)
$$;

-- Stores a question with its hold, and returns the earlier messages, oldest first. The outcome is that of the hold, or `refused`
-- when the conversation does not exist or belongs to another owner. Only the outcomes `held` and `free` have written
-- anything; after `due` the function may be called again.
create function atelier.begin_answer(
  p_query_id text, p_conversation_id text, p_is_new boolean, p_app_id text, p_visitor_hash text, p_user_id text,
  p_title text, p_question text, p_model_id text, p_retry_of text, p_exchanges integer,
  p_hold_id text, p_amount bigint, p_reference text, p_hold_user_id text, p_hold_app_id text,
  p_stories jsonb, p_now timestamptz, p_lease interval,
  out outcome text, out limit_id text, out orders_release boolean, out exchanges jsonb
) language plpgsql as $$
declare
  conversation conversations%rowtype;
  last_id text;
  at integer := 1;
begin
  if not p_is_new then
    select * into conversation from conversations where tenant_id = atelier.tenant() and id = p_conversation_id;
    if not found or conversation.app_id <> p_app_id or not atelier.is_reader_of(conversation, p_visitor_hash, p_user_id) then
      outcome := 'refused';
      return;
    end if;
  end if;
  select h.outcome, h.limit_id, h.orders_release into outcome, limit_id, orders_release
    from atelier.hold_credits(p_hold_id, p_amount, p_reference, p_hold_user_id, p_hold_app_id, p_stories, p_now, p_lease) h;
  if outcome not in ('held', 'free') then
    return;
  end if;
  if p_is_new then
    insert into conversations (id, app_id, visitor_hash, user_id, title, message_count)
      values (p_conversation_id, p_app_id, p_visitor_hash, p_user_id, p_title, 1);
  else
    -- The row lock gives two simultaneous questions different ordinals.
    update conversations set message_count = message_count + 1, updated_at = now()
      where tenant_id = atelier.tenant() and id = p_conversation_id returning message_count into at;
    if p_retry_of is not null then
      select m.id into last_id from messages m
        where m.tenant_id = atelier.tenant() and m.conversation_id = p_conversation_id order by m.ordinal desc limit 1;
      if last_id = p_retry_of then
        delete from messages where tenant_id = atelier.tenant() and id = p_retry_of;
      end if;
    end if;
    if p_exchanges > 0 then
      select jsonb_agg(jsonb_build_object('question', e.question, 'answer', e.answer) order by e.ordinal) into exchanges
        from (select m.id, m.ordinal, m.question, m.answer from messages m
          where m.tenant_id = atelier.tenant() and m.conversation_id = p_conversation_id
          order by m.ordinal desc limit p_exchanges) e
        where e.answer <> '' and e.id is distinct from p_retry_of;
    end if;
  end if;
  insert into messages (id, conversation_id, ordinal, question, status, model_id, hold_id)
    values (p_query_id, p_conversation_id, at, p_question, 'STREAMING', p_model_id,
      case when outcome = 'held' then p_hold_id end);
end $$;

grant execute on function atelier.hold_credits, atelier.begin_answer, atelier.is_reader_of to atelier_app;
