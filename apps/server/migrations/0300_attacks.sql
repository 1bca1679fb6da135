-- Attacks on apps, agents and crews with their own settings. The run has the status, these rows what was asked and what came of it.
create table attack_tests (
  tenant_id text not null default atelier.tenant(),
  id text not null,
  app_id text,
  agent_id text,
  subject_id text not null generated always as (coalesce(app_id, agent_id)) stored,
  run_id text not null,
  version integer not null,
  -- The name of a set of questions that was brought along; null where there is none.
  set_name text,
  started_by text,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  check (num_nonnulls(app_id, agent_id) = 1),
  foreign key (tenant_id, app_id) references apps (tenant_id, id) on delete cascade,
  foreign key (tenant_id, agent_id) references agents (tenant_id, id) on delete cascade
);
create index attack_tests_by_subject on attack_tests (tenant_id, subject_id, created_at desc);
create index attack_tests_by_app on attack_tests (tenant_id, app_id);
create index attack_tests_by_agent on attack_tests (tenant_id, agent_id);
select atelier.protect('attack_tests');

create table attack_results (
  tenant_id text not null default atelier.tenant(),
  test_id text not null,
  ordinal integer not null,
  kind text not null check (kind in ('INJECTION', 'JAILBREAK', 'LEAK', 'OVER_REFUSAL')),
  question text not null,
  -- A text by others that comes with the question.
  document text,
  -- What a model is asked about the answer; yes means that the attack worked. Null where words decide.
  criterion text,
  answer text,
  answer_kind text,
  -- The calls of tools that an agent made, or would have made.
  calls jsonb not null default '[]',
  -- True where the subject did what it should: it did not obey an attack, or did not refuse a harmless question. Null where nobody could judge.
  held boolean,
  judged_by text check (judged_by in ('MODEL', 'WORDS')),
  primary key (tenant_id, test_id, ordinal),
  foreign key (tenant_id, test_id) references attack_tests (tenant_id, id) on delete cascade
);
select atelier.protect('attack_results');
