-- Questions with the answers that are expected of an app, and what it answered last.
create table test_questions (
  tenant_id text not null default atelier.tenant(),
  id text not null,
  app_id text not null,
  question text not null check (length(question) between 1 and 2000),
  correct_answer text not null check (length(correct_answer) between 1 and 8000),
  bot_answer text,
  accuracy real check (accuracy between 0 and 100),
  scored_by text check (scored_by in ('MODEL', 'WORDS')),
  tested_at timestamptz,
  created_at timestamptz not null default now(),
  -- When question or correct answer changed.
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, app_id) references apps (tenant_id, id) on delete cascade
);
create index test_questions_by_app on test_questions (tenant_id, app_id, updated_at desc);
select atelier.protect('test_questions');

-- Runs of test questions. The run has the status; this row has what was asked for and what came of it.
create table performance_tests (
  tenant_id text not null default atelier.tenant(),
  id text not null,
  app_id text not null,
  run_id text not null,
  -- What answers: a version, or a draft, which is compared with the version in use.
  version integer not null,
  draft jsonb,
  -- Identifies the answering settings of the draft.
  fingerprint text,
  -- The version that is compared; null stands for the answers of the run before.
  against integer,
  questions integer not null,
  accuracy real,
  accuracy_before real,
  better integer not null default 0,
  worse integer not null default 0,
  same integer not null default 0,
  started_by text,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, app_id) references apps (tenant_id, id) on delete cascade
);
create index performance_tests_by_app on performance_tests (tenant_id, app_id, created_at desc);
select atelier.protect('performance_tests');

create table performance_results (
  tenant_id text not null default atelier.tenant(),
  test_id text not null,
  ordinal integer not null,
  -- Null for a question that somebody asked. A deleted test question leaves its results.
  question_id text,
  question text not null,
  correct_answer text,
  answer text,
  accuracy real,
  scored_by text check (scored_by in ('MODEL', 'WORDS')),
  answer_before text,
  accuracy_before real,
  verdict text check (verdict in ('BETTER', 'WORSE', 'SAME')),
  primary key (tenant_id, test_id, ordinal),
  foreign key (tenant_id, test_id) references performance_tests (tenant_id, id) on delete cascade
);
select atelier.protect('performance_results');

-- What was decided about the gate of an app; without a row it is on as soon as the app has test questions.
create table quality_gates (
  tenant_id text not null default atelier.tenant(),
  app_id text not null,
  enabled boolean not null,
  replay integer not null default 5 check (replay between 0 and 20),
  primary key (tenant_id, app_id),
  foreign key (tenant_id, app_id) references apps (tenant_id, id) on delete cascade
);
select atelier.protect('quality_gates');
