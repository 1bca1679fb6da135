-- Information schemas: columns whose values are read from the documents of a knowledge base.
create table information_schemas (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  id text not null,
  knowledge_base_id text not null,
  name text not null,
  columns jsonb not null,
  model_id text,
  run_id text,
  -- Micro-credits: those of all runs, those of the current or stopped run, and its limit.
  spent bigint not null default 0,
  run_spent bigint not null default 0,
  budget bigint,
  stopped_by_budget boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint information_schemas_name unique (tenant_id, knowledge_base_id, name),
  foreign key (tenant_id, knowledge_base_id) references knowledge_bases (tenant_id, id) on delete cascade
);
select atelier.protect('information_schemas');

-- A cell is current while its document's version and its column's revision are those with which it was read.
create table schema_cells (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  schema_id text not null,
  import_id text not null,
  column_id text not null,
  state text not null check (state in ('FOUND', 'NOT_FOUND', 'UNVERIFIED', 'EDITED', 'FAILED')),
  reader text not null check (reader in ('MODEL', 'RULES', 'HAND')),
  value jsonb,
  chunk_id text,
  quote text,
  start_offset bigint,
  end_offset bigint,
  page integer,
  cause text,
  document_version integer not null,
  column_revision integer not null,
  run_id text,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, schema_id, import_id, column_id),
  foreign key (tenant_id, schema_id) references information_schemas (tenant_id, id) on delete cascade,
  foreign key (tenant_id, import_id) references knowledge_imports (tenant_id, id) on delete cascade
);
create index schema_cells_by_import on schema_cells (tenant_id, import_id);
select atelier.protect('schema_cells');
