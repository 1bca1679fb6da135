-- A question that is answered later keeps its row here; who reads looks at the message, too.
create or replace function atelier.note_unanswered() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.unanswered_questions (tenant_id, app_id, asked_at, message_id)
  select new.tenant_id, c.app_id, new.created_at, new.id from public.conversations c
  where c.tenant_id = new.tenant_id and c.id = new.conversation_id
  on conflict do nothing;
  return null;
end $$;
revoke execute on function atelier.note_unanswered from public;
