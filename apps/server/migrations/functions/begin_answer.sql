-- Stores a question with its hold, and returns the messages that lead to it, oldest first. The outcome is that of the hold, or `refused`
-- when the conversation does not exist or belongs to another owner. Only the outcomes `held` and `free` have written
-- anything; after `due` the function may be called again. A file that waits for its first question joins the conversation.
create or replace function atelier.begin_answer(
  p_query_id text, p_conversation_id text, p_is_new boolean, p_app_id text, p_visitor_hash text, p_user_id text,
  p_title text, p_question text, p_model_id text, p_retry_of text, p_after text, p_exchanges integer, p_writer integer, p_file_id text,
  p_hold_id text, p_amount bigint, p_reference text, p_hold_user_id text, p_hold_app_id text,
  p_stories jsonb, p_now timestamptz, p_lease interval,
  out outcome text, out limit_id text, out orders_release boolean, out exchanges jsonb
) language plpgsql as $$
declare
  conversation conversations%rowtype;
  previous text;
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
    -- A question takes the place of the one that it repeats, else it comes after the one that it names, else after the newest.
    select m.previous_id into previous from messages m
      where m.tenant_id = atelier.tenant() and m.conversation_id = p_conversation_id and m.id = p_retry_of;
    if not found then
      select m.id into previous from messages m
        where m.tenant_id = atelier.tenant() and m.conversation_id = p_conversation_id and m.id = p_after;
      if not found then
        select m.id into previous from messages m
          where m.tenant_id = atelier.tenant() and m.conversation_id = p_conversation_id order by m.ordinal desc limit 1;
      end if;
    end if;
    if p_exchanges > 0 then
      with recursive path as (
        select m.id, m.previous_id, m.question, m.answer, 1 as distance from messages m
          where m.tenant_id = atelier.tenant() and m.id = previous
        union all
        select m.id, m.previous_id, m.question, m.answer, path.distance + 1 from path
          join messages m on m.tenant_id = atelier.tenant() and m.id = path.previous_id
          where path.distance < p_exchanges)
      select jsonb_agg(jsonb_build_object('question', p.question, 'answer', p.answer) order by p.distance desc) into exchanges
        from path p where p.answer <> '';
    end if;
  end if;
  if p_file_id is not null then
    update conversation_files set conversation_id = p_conversation_id
      where tenant_id = atelier.tenant() and id = p_file_id and conversation_id is null;
  end if;
  insert into messages (id, conversation_id, ordinal, previous_id, question, status, model_id, hold_id, writer, file_id)
    values (p_query_id, p_conversation_id, at, previous, p_question, 'STREAMING', p_model_id,
      case when outcome = 'held' then p_hold_id end, p_writer, p_file_id);
end $$;
grant execute on function atelier.begin_answer to atelier_app;
