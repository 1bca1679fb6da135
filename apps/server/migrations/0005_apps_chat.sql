-- Apps with their versions, and the conversations with them.

create table apps (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  id text not null,
  name text not null,
  access text not null check (access in ('PUBLIC', 'PRIVATE')),
  orchestration text not null check (orchestration in ('BASIC', 'ADVANCE', 'AGENT', 'APP')),
  state text not null default 'READY' check (state in ('PROCESSING', 'READY')),
  active boolean not null default true,
  -- All settings without a column above; the shape is that of the contract's AppSettings.
  settings jsonb not null,
  version integer not null default 1,
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index apps_name_taken on apps (tenant_id, lower(name));
create index apps_by_update on apps (tenant_id, updated_at desc, id);
select atelier.protect('apps');

-- Every state that an app has had; written in the transaction that changes it.
create table app_versions (
  tenant_id text not null default atelier.tenant(),
  app_id text not null,
  version integer not null,
  settings jsonb not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, app_id, version),
  foreign key (tenant_id, app_id) references apps (tenant_id, id) on delete cascade
);
select atelier.protect('app_versions');
revoke update on app_versions from atelier_app;

create table app_knowledge_bases (
  tenant_id text not null default atelier.tenant(),
  app_id text not null,
  knowledge_base_id text not null,
  ordinal integer not null,
  primary key (tenant_id, app_id, knowledge_base_id),
  foreign key (tenant_id, app_id) references apps (tenant_id, id) on delete cascade,
  constraint app_knowledge_base_exists foreign key (tenant_id, knowledge_base_id)
    references knowledge_bases (tenant_id, id) on delete cascade
);
create index app_knowledge_bases_by_base on app_knowledge_bases (tenant_id, knowledge_base_id);
select atelier.protect('app_knowledge_bases');

create table conversations (
  tenant_id text not null default atelier.tenant(),
  id text not null,
  app_id text not null,
  -- The unguessable id of the visitor's browser, hashed. The conversation belongs to the browser that knows it.
  visitor_hash text,
  user_id text,
  title text not null,
  message_count integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, app_id) references apps (tenant_id, id) on delete cascade
);
create index conversations_by_visitor on conversations (tenant_id, app_id, visitor_hash, updated_at desc);
select atelier.protect('conversations');

create table messages (
  tenant_id text not null default atelier.tenant(),
  id text not null,
  conversation_id text not null,
  ordinal integer not null,
  question text not null,
  answer text not null default '',
  status text not null check (status in ('STREAMING', 'COMPLETED', 'STOPPED', 'FAILED')),
  error jsonb,
  -- The citations with chunk, document, page, quote and span, as they were when the answer was given.
  citations jsonb not null default '[]',
  -- The searches with their results, from which a missing chunk can be explained.
  retrieval jsonb not null default '{}',
  model_id text not null,
  input_tokens integer not null default 0,
  output_tokens integer not null default 0,
  credits numeric(20, 6) not null default 0,
  hold_id text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, conversation_id, ordinal),
  foreign key (tenant_id, conversation_id) references conversations (tenant_id, id) on delete cascade
);
create index messages_open on messages (tenant_id, created_at) where status = 'STREAMING';
select atelier.protect('messages');
