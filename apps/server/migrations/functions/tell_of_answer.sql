-- Tells flows of an answer in the transaction that stores it, so that no path of the code can forget one. A question that a guardrail holds
-- back is neither an answer nor a question without one, so no flow is told of it.
create or replace function atelier.tell_of_answer() returns trigger language plpgsql security definer
  set search_path = pg_catalog, pg_temp as $$
begin
  if new.answer_kind <> 'BLOCKED' then
    perform atelier.tell_flows(new.tenant_id, case when new.answer_kind = 'ANSWER' then 'answer_given' else 'question_unanswered' end, new.id);
  end if;
  return null;
end $$;
revoke execute on function atelier.tell_of_answer from public;
