-- Knowledge graphs. The answers of models (graph_answers) and the corrections of users (graph_edits) are kept; entities,
-- relations, mentions, aliases and communities are computed from them again, without a model, when chunks are added or removed.
create table graphs (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  knowledge_base_id text not null,
  model_id text not null,
  run_id text not null,
  -- Micro-credits: those of all builds, those of the current or stopped build, and its limit.
  spent bigint not null default 0,
  build_spent bigint not null default 0,
  budget bigint,
  stopped_by_budget boolean not null default false,
  note text,
  revision bigint not null default 0,
  entities integer not null default 0,
  relations integer not null default 0,
  communities integer not null default 0,
  built_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, knowledge_base_id),
  foreign key (tenant_id, knowledge_base_id) references knowledge_bases (tenant_id, id) on delete cascade
);
select atelier.protect('graphs');

-- One row for each paid answer: for a chunk by the hash of its content, for a summary by the facts that it summarises, for a
-- vector by its text. An unchanged chunk is never paid for twice.
create table graph_answers (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  knowledge_base_id text not null,
  kind text not null check (kind in ('PASSAGE', 'SUMMARY', 'VECTOR')),
  key text not null,
  model text not null,
  status text not null check (status in ('DONE', 'FAILED')),
  payload jsonb,
  cause jsonb,
  milliseconds integer not null default 0,
  created_at timestamptz not null default now(),
  primary key (tenant_id, knowledge_base_id, kind, model, key),
  foreign key (tenant_id, knowledge_base_id) references graphs (tenant_id, knowledge_base_id) on delete cascade
);
select atelier.protect('graph_answers');

create table graph_edits (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  id text not null,
  knowledge_base_id text not null,
  kind text not null check (kind in ('MERGE', 'SPLIT')),
  groups jsonb not null,
  names jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  foreign key (tenant_id, knowledge_base_id) references graphs (tenant_id, knowledge_base_id) on delete cascade
);
create index graph_edits_by_graph on graph_edits (tenant_id, knowledge_base_id, created_at);
select atelier.protect('graph_edits');

create table graph_entities (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  knowledge_base_id text not null,
  id text not null,
  name text not null,
  type text not null,
  description text not null,
  mentions integer not null,
  degree integer not null,
  community integer not null,
  primary key (tenant_id, knowledge_base_id, id),
  foreign key (tenant_id, knowledge_base_id) references graphs (tenant_id, knowledge_base_id) on delete cascade
);
select atelier.protect('graph_entities');

create table graph_aliases (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  knowledge_base_id text not null,
  entity_id text not null,
  place integer not null,
  name text not null,
  -- The normalised name, by which names are compared and to which corrections refer.
  atom text not null,
  primary key (tenant_id, knowledge_base_id, entity_id, place),
  foreign key (tenant_id, knowledge_base_id, entity_id)
    references graph_entities (tenant_id, knowledge_base_id, id) on delete cascade
);
select atelier.protect('graph_aliases');

create table graph_relations (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  knowledge_base_id text not null,
  id text not null,
  source_id text not null,
  target_id text not null,
  description text not null,
  weight real not null,
  primary key (tenant_id, knowledge_base_id, id),
  foreign key (tenant_id, knowledge_base_id, source_id)
    references graph_entities (tenant_id, knowledge_base_id, id) on delete cascade,
  foreign key (tenant_id, knowledge_base_id, target_id)
    references graph_entities (tenant_id, knowledge_base_id, id) on delete cascade
);
create index graph_relations_by_source on graph_relations (tenant_id, knowledge_base_id, source_id);
create index graph_relations_by_target on graph_relations (tenant_id, knowledge_base_id, target_id);
select atelier.protect('graph_relations');

-- The mentions of entities and relations (subject_id). Without a foreign key to chunks, because computing a graph must never wait
-- for the deletion of an import; readers join the chunks that exist.
create table graph_mentions (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  knowledge_base_id text not null,
  subject_id text not null,
  chunk_id text not null,
  import_id text not null,
  start_offset bigint not null,
  end_offset bigint not null,
  primary key (tenant_id, knowledge_base_id, subject_id, chunk_id),
  foreign key (tenant_id, knowledge_base_id) references graphs (tenant_id, knowledge_base_id) on delete cascade
);
select atelier.protect('graph_mentions');

create table graph_communities (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  knowledge_base_id text not null,
  place integer not null,
  title text not null,
  summary text not null,
  members jsonb not null,
  primary key (tenant_id, knowledge_base_id, place),
  foreign key (tenant_id, knowledge_base_id) references graphs (tenant_id, knowledge_base_id) on delete cascade
);
select atelier.protect('graph_communities');
