-- An answer is written to its end by the process that began it, whoever reads it. A process that was killed leaves answers behind that
-- nobody writes; they are known by the number of the process, which holds an advisory lock while it lives.
alter table messages add column writer integer;

-- True while the process is connected to this database.
create function atelier.is_process_alive(p_process integer) returns boolean language sql stable as $$
  select exists (select from pg_catalog.pg_locks l
    where l.locktype = 'advisory' and l.classid = 8 and l.objid = p_process::oid and l.objsubid = 2
      and l.database = (select d.oid from pg_catalog.pg_database d where d.datname = current_database()))
$$;

drop function atelier.begin_answer;

-- Stores a question with its hold, and returns the earlier messages, oldest first. The outcome is that of the hold, or `refused`
-- when the conversation does not exist or belongs to another owner. Only the outcomes `held` and `free` have written
-- anything; after `due` the function may be called again.
create function atelier.begin_answer(
  p_query_id text, p_conversation_id text, p_is_new boolean, p_app_id text, p_visitor_hash text, p_user_id text,
  p_title text, p_question text, p_model_id text, p_retry_of text, p_exchanges integer, p_writer integer,
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
  insert into messages (id, conversation_id, ordinal, question, status, model_id, hold_id, writer)
    values (p_query_id, p_conversation_id, at, p_question, 'STREAMING', p_model_id,
      case when outcome = 'held' then p_hold_id end, p_writer);
end $$;

grant execute on function atelier.begin_answer, atelier.is_process_alive to atelier_app;
