-- A question begins in one statement, and a hold needs nothing that has to be read before it. The function of the same name from
-- migration 0009 stays for servers that still run while this one starts.

-- Sets credits aside, those of the plan first. It is one call, so that the row for which all debits wait is locked briefly.
-- p_stories contains the answers per day of each plan, null for no limit, and under '' those of a plan that is no longer sold; it
-- is null for work that is not an answer. With the outcome `due`, the caller has to open or renew the subscription first.
create function atelier.hold_credits(
  p_id text, p_transaction_id text, p_amount bigint, p_reference text, p_user_id text, p_app_id text,
  p_stories jsonb, p_now timestamptz, p_lease interval,
  out outcome text, out limit_id text, out orders_release boolean
) language plpgsql as $$
declare
  subscription subscriptions%rowtype;
  bound record;
  today date := (now() at time zone 'utc')::date;
  stories integer;
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
  if not found or subscription.due_at <= p_now then
    outcome := 'due';
    return;
  end if;
  if p_amount > 0 and subscription.status in ('CANCELLED', 'EXPIRED') then
    outcome := 'expired';
    return;
  end if;
  stories := (p_stories ->> case when p_stories ? subscription.plan_id then subscription.plan_id else '' end)::integer;
  if stories is not null then
    counted := case when subscription.stories_day = today then subscription.stories_count else 0 end;
    if counted >= stories then
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

-- Stores a question with its hold, and returns the earlier messages, oldest first. The outcome is that of the hold, or `refused`
-- when the conversation does not exist or belongs to another owner. Every outcome but `held` and `free` must be rolled back;
-- after `due`, which has written nothing, the function may be called again.
create function atelier.begin_answer(
  p_query_id text, p_conversation_id text, p_is_new boolean, p_app_id text, p_visitor_hash text, p_user_id text,
  p_title text, p_question text, p_model_id text, p_retry_of text, p_exchanges integer,
  p_hold_id text, p_transaction_id text, p_amount bigint, p_reference text, p_hold_user_id text, p_hold_app_id text,
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
    -- Asked without a chat user id, the proof is the unguessable conversation id itself, or the same account.
    if not found or conversation.app_id <> p_app_id or not coalesce(case
        when conversation.visitor_hash is not null then conversation.visitor_hash = p_visitor_hash
        else conversation.user_id is null or conversation.user_id = p_user_id end, false)
    then
      outcome := 'refused';
      return;
    end if;
  end if;
  select h.outcome, h.limit_id, h.orders_release into outcome, limit_id, orders_release
    from atelier.hold_credits(p_hold_id, p_transaction_id, p_amount, p_reference, p_hold_user_id, p_hold_app_id, p_stories,
      p_now, p_lease) h;
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

grant execute on function atelier.hold_credits(text, text, bigint, text, text, text, jsonb, timestamptz, interval),
  atelier.begin_answer to atelier_app;
