-- A guardrail of an app can hold a question back. That is neither an answer nor a question without one, so no flow is told of it.
alter table messages drop constraint messages_answer_kind_check;
alter table messages add constraint messages_answer_kind_check
  check (answer_kind in ('ANSWER', 'CLOSEST_CHUNKS', 'NONE', 'BLOCKED'));

create or replace function atelier.tell_of_answer() returns trigger language plpgsql security definer
  set search_path = pg_catalog, pg_temp as $$
begin
  if new.answer_kind <> 'BLOCKED' then
    perform atelier.tell_flows(new.tenant_id, case when new.answer_kind = 'ANSWER' then 'answer_given' else 'question_unanswered' end, new.id);
  end if;
  return null;
end $$;
