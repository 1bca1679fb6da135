-- Who wrote an answer: a language model, the quoting model, a computation, or a person in advance.
alter table messages add column origin text not null default 'MODEL' check (origin in ('MODEL', 'QUOTED', 'COMPUTED', 'PERSON'));
update messages set origin = 'QUOTED' where model_id = 'atelier/extractive';

-- Answers that people wrote for questions of an app. They are used in the place of a search when a question means the same.
create table curated_answers (
  tenant_id text not null default atelier.tenant(),
  id text not null,
  app_id text not null,
  question text not null check (length(question) between 1 and 300),
  wordings jsonb not null default '[]',
  answer text not null check (length(answer) between 1 and 8000),
  -- The passages that the marks [1], [2] … of the answer stand for.
  sources jsonb not null default '[]',
  active boolean not null default true,
  uses integer not null default 0,
  last_used_at timestamptz,
  updated_by text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, app_id) references apps (tenant_id, id) on delete cascade
);
create index curated_answers_by_app on curated_answers (tenant_id, app_id, updated_at desc);
select atelier.protect('curated_answers');
-- Counting a use is no change that processes have to read again.
select atelier.revise_with('curated_answers', 'tenant_id', 'insert or delete or update of question, wordings, active');
