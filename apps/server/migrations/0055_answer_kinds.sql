-- The kind of a reply: an answer, the chunks that come closest to a question without a clear answer, or neither; and the other
-- questions that were offered instead.
alter table messages
  add column answer_kind text not null default 'ANSWER' check (answer_kind in ('ANSWER', 'CLOSEST_PASSAGES', 'NONE')),
  add column wordings jsonb not null default '[]';

-- The forced policy also applies to the owner of the table, and no tenant is set here.
alter table messages no force row level security;
update messages set answer_kind = 'NONE'
  where answer = 'I could not find an answer to that in the knowledge base.';
alter table messages force row level security;

-- The list of questions that got no answer, newest first.
create index messages_unanswered on messages (tenant_id, created_at)
  where status = 'COMPLETED' and answer_kind <> 'ANSWER';
