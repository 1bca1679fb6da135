-- Who looks after the feedback on an answer. It ends with the membership.
alter table message_feedback add column assignee_id text;
alter table message_feedback add foreign key (tenant_id, assignee_id) references memberships (tenant_id, user_id) on delete set null (assignee_id);
create index message_feedback_assignee on message_feedback (tenant_id, assignee_id) where assignee_id is not null;

-- What an app answers now to a question whose answer was rated. Its reader sees it once they are told. It is no question of theirs, so that it
-- is counted nowhere.
create table new_answers (
  tenant_id text not null default atelier.tenant(),
  id text not null,
  query_id text not null,
  answer text not null,
  answer_kind text not null,
  origin text not null,
  citations jsonb not null default '[]',
  made_by text,
  created_at timestamptz not null default now(),
  told_by text,
  told_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, query_id) references messages (tenant_id, id) on delete cascade
);
create index new_answers_query on new_answers (tenant_id, query_id, created_at);
-- At most one waits to be told.
create unique index new_answers_untold on new_answers (tenant_id, query_id) where told_at is null;
select atelier.protect('new_answers');

create or replace view app_user_profiles with (security_invoker = true) as
  select tenant_id, id, trim(first_name || ' ' || last_name) as name, email from app_users;
