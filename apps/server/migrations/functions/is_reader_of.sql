-- True when a conversation belongs to a reader. Without a chat user id, the proof is the unguessable id of the conversation, or the
-- same account.
create or replace function atelier.is_reader_of(conversation conversations, p_visitor_hash text, p_user_id text) returns boolean
language sql stable as $$
  select coalesce(case when conversation.visitor_hash is not null then conversation.visitor_hash = p_visitor_hash
    else conversation.user_id is null or conversation.user_id = p_user_id end, false)
$$;
grant execute on function atelier.is_reader_of to atelier_app;
