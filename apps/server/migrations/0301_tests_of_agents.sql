-- Test questions, their runs and the quality gate are for apps, and for agents and crews too.
alter table test_questions
  alter column app_id drop not null,
  add column agent_id text,
  add column subject_id text not null generated always as (coalesce(app_id, agent_id)) stored,
  -- The tools that an agent has to call for this question, and those that it must not call.
  add column expected_calls jsonb not null default '[]',
  add check (num_nonnulls(app_id, agent_id) = 1),
  add foreign key (tenant_id, agent_id) references agents (tenant_id, id) on delete cascade;
create index test_questions_by_subject on test_questions (tenant_id, subject_id, updated_at desc);
create index test_questions_by_agent on test_questions (tenant_id, agent_id);

alter table performance_tests
  alter column app_id drop not null,
  add column agent_id text,
  add column subject_id text not null generated always as (coalesce(app_id, agent_id)) stored,
  add check (num_nonnulls(app_id, agent_id) = 1),
  add foreign key (tenant_id, agent_id) references agents (tenant_id, id) on delete cascade;
create index performance_tests_by_subject on performance_tests (tenant_id, subject_id, created_at desc);
create index performance_tests_by_agent on performance_tests (tenant_id, agent_id);

alter table performance_results
  add column expected_calls jsonb not null default '[]',
  -- The calls of tools that an agent made, or would have made.
  add column calls jsonb not null default '[]';

alter table quality_gates
  drop constraint quality_gates_pkey,
  alter column app_id drop not null,
  add column agent_id text,
  add column subject_id text not null generated always as (coalesce(app_id, agent_id)) stored,
  add check (num_nonnulls(app_id, agent_id) = 1),
  add primary key (tenant_id, subject_id),
  add foreign key (tenant_id, agent_id) references agents (tenant_id, id) on delete cascade;
