-- Events of the product start flows. The database notices them where they become true, in the same transaction, so that no path of the
-- code can forget one; where no trigger waits for an event, it only looks for one.
alter table flow_triggers add column events text[] not null default '{}';
create index flow_triggers_waiting on flow_triggers (tenant_id) where events <> '{}';

-- The function belongs to the owner of the tables, to whom the forced policies apply as well.
do $$
declare told_table text;
begin
  foreach told_table in array array['events', 'flow_triggers'] loop
    execute format('create policy engine_rows on %I to %I using (true) with check (true)', told_table, current_user);
    execute format('alter policy tenant_rows on %I to atelier_app', told_table);
  end loop;
end $$;

create function atelier.tell_flows(t text, event text, subject text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  id text := 'evt_' || replace(gen_random_uuid()::text, '-', '');
begin
  if not exists (select 1 from public.flow_triggers f where f.tenant_id = t and f.events <> '{}' and f.events @> array[event]) then
    return;
  end if;
  insert into public.events (tenant_id, id, type, payload) values (t, id, 'flows.product_event', jsonb_build_object(
    'id', id, 'event', event, 'subjectId', subject, 'at', to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
  perform atelier.add_job('events.deliver', json_build_object('eventId', id, 'tenantId', t), null, null, 12);
end $$;
revoke execute on function atelier.tell_flows from public;

create function atelier.tell_of_run() returns trigger language plpgsql security definer
  set search_path = pg_catalog, pg_temp as $$
begin
  perform atelier.tell_flows(new.tenant_id, case when new.kind = 'flows.run' then 'run_failed'
    when new.status = 'COMPLETED' then 'document_imported' else 'import_failed' end,
    case when new.kind = 'flows.run' then new.id else new.subject_id end);
  return null;
end $$;
create trigger runs_tell_flows after update of status on runs for each row
  when (new.status is distinct from old.status
    and (new.kind = 'flows.run' and new.status = 'FAILED' or new.kind = 'knowledge.import' and new.status in ('COMPLETED', 'FAILED')))
  execute function atelier.tell_of_run();

create function atelier.tell_of_answer() returns trigger language plpgsql security definer
  set search_path = pg_catalog, pg_temp as $$
begin
  perform atelier.tell_flows(new.tenant_id, case when new.answer_kind = 'ANSWER' then 'answer_given' else 'question_unanswered' end, new.id);
  return null;
end $$;
create trigger messages_tell_flows after update of status on messages for each row
  when (new.status = 'COMPLETED' and old.status <> 'COMPLETED') execute function atelier.tell_of_answer();

create function atelier.tell_of_dislike() returns trigger language plpgsql security definer
  set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'UPDATE' and old.verdict = 'DISLIKE' then return null; end if;
  perform atelier.tell_flows(new.tenant_id, 'answer_disliked', new.query_id);
  return null;
end $$;
create trigger message_feedback_tells_flows after insert or update of verdict on message_feedback for each row
  when (new.verdict = 'DISLIKE') execute function atelier.tell_of_dislike();
revoke execute on function atelier.tell_of_run, atelier.tell_of_answer, atelier.tell_of_dislike from public;
