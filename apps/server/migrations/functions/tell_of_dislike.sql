-- Tells flows of an answer that somebody disliked, in the transaction that stores the opinion.
create or replace function atelier.tell_of_dislike() returns trigger language plpgsql security definer
  set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'UPDATE' and old.verdict = 'DISLIKE' then return null; end if;
  perform atelier.tell_flows(new.tenant_id, 'answer_disliked', new.query_id);
  return null;
end $$;
revoke execute on function atelier.tell_of_dislike from public;
