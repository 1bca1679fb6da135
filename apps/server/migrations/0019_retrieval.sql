-- Searches with their results, and questions that are saved as tests of a knowledge base.
create table retrieval_history (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  id text not null,
  knowledge_base_id text not null,
  origin text not null check (origin in ('TEST', 'CHAT')),
  app_id text,
  query text not null,
  settings jsonb not null,
  mode text not null,
  note text,
  results jsonb not null,
  timings jsonb not null,
  user_id text,
  user_name text,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, knowledge_base_id) references knowledge_bases (tenant_id, id) on delete cascade
);
create index retrieval_history_newest on retrieval_history (tenant_id, knowledge_base_id, created_at desc, id desc);
select atelier.protect('retrieval_history');

create table saved_questions (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  id text not null,
  knowledge_base_id text not null,
  query text not null,
  expected jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint saved_questions_knowledge_base
    foreign key (tenant_id, knowledge_base_id) references knowledge_bases (tenant_id, id) on delete cascade
);
create unique index saved_questions_query on saved_questions (tenant_id, knowledge_base_id, md5(query));
select atelier.protect('saved_questions');
