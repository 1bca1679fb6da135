-- The unanswered questions of each app by time. The app of a question is known only to its conversation, so the latest unanswered questions of an
-- app were found by looking at those of the whole company.
create table unanswered_questions (
  tenant_id text not null references tenants (id) on delete cascade,
  app_id text not null,
  asked_at timestamptz not null,
  message_id text not null,
  primary key (tenant_id, app_id, asked_at, message_id),
  foreign key (tenant_id, message_id) references messages (tenant_id, id) on delete cascade
);
create index unanswered_questions_by_message on unanswered_questions (tenant_id, message_id);
select atelier.protect('unanswered_questions');
create policy engine_rows on unanswered_questions to current_user using (true) with check (true);
alter policy tenant_rows on unanswered_questions to atelier_app;

insert into unanswered_questions (tenant_id, app_id, asked_at, message_id)
select m.tenant_id, c.app_id, m.created_at, m.id from messages m
join conversations c on c.tenant_id = m.tenant_id and c.id = m.conversation_id
where m.answer_kind <> 'ANSWER' and m.answer_kind <> 'BLOCKED' and m.status = 'COMPLETED';

-- A question that is answered later keeps its row here; who reads looks at the message, too.
create function atelier.note_unanswered() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.unanswered_questions (tenant_id, app_id, asked_at, message_id)
  select new.tenant_id, c.app_id, new.created_at, new.id from public.conversations c
  where c.tenant_id = new.tenant_id and c.id = new.conversation_id
  on conflict do nothing;
  return null;
end $$;
create trigger unanswered_messages_are_noted after insert or update of status, answer_kind on messages for each row
  when (new.status = 'COMPLETED' and new.answer_kind in ('CLOSEST_CHUNKS', 'NONE')) execute function atelier.note_unanswered();
revoke execute on function atelier.note_unanswered from public;
