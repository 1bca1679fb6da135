-- Notes an opinion about an answer for the figures of the monitor, in the transaction that stores it.
create or replace function atelier.note_opinion() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  t text := case when tg_op = 'DELETE' then old.tenant_id else new.tenant_id end;
  query text := case when tg_op = 'DELETE' then old.query_id else new.query_id end;
  before text := case when tg_op = 'INSERT' then '' else old.verdict end;
  after text := case when tg_op = 'DELETE' then '' else new.verdict end;
begin
  -- With the message, its opinion disappears too; what was counted stays counted.
  insert into public.monitor_notes (tenant_id, kind, subject_id, hour, likes, dislikes)
  select t, 'APP', c.app_id, date_trunc('hour', m.created_at, 'UTC'),
    (after = 'LIKE')::int - (before = 'LIKE')::int, (after = 'DISLIKE')::int - (before = 'DISLIKE')::int
  from public.messages m join public.conversations c on c.tenant_id = t and c.id = m.conversation_id
  where m.tenant_id = t and m.id = query and before <> after;
  return null;
end $$;
revoke execute on function atelier.note_opinion from public;
