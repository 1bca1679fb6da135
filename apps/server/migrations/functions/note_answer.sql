-- Notes an ended answer for the figures of the monitor in the transaction that ends it, so that nothing is forgotten or counted twice. A
-- note is only added, so nobody waits for anybody.
create or replace function atelier.note_answer() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  app text;
  done boolean := new.status = 'COMPLETED';
begin
  select c.app_id into app from public.conversations c where c.tenant_id = new.tenant_id and c.id = new.conversation_id;
  if app is null then return null; end if;
  insert into public.monitor_notes (tenant_id, kind, subject_id, hour, asked, answered, unanswered, blocked, failed, stopped, cited, sources,
    credits, input_tokens, output_tokens, ms)
  values (new.tenant_id, 'APP', app, date_trunc('hour', new.created_at, 'UTC'), 1,
    (done and new.answer_kind = 'ANSWER')::int, (done and new.answer_kind in ('CLOSEST_CHUNKS', 'NONE'))::int,
    (done and new.answer_kind = 'BLOCKED')::int, (new.status = 'FAILED')::int, (new.status = 'STOPPED')::int,
    (done and new.answer_kind = 'ANSWER' and new.citations <> '[]')::int,
    case when done and new.answer_kind = 'ANSWER' then jsonb_array_length(new.citations) else 0 end,
    new.credits, new.input_tokens, new.output_tokens,
    case when done and new.finished_at is not null then greatest(0, extract(epoch from new.finished_at - new.created_at) * 1000)::bigint end);
  return null;
end $$;
revoke execute on function atelier.note_answer from public;
