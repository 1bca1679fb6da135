-- The sources of a knowledge base, which are read repeatedly, and the result for each item.

create table sources (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  id text not null,
  knowledge_base_id text not null,
  type text not null,
  name text not null,
  -- The settings of what is read. The secrets are in the connection.
  settings jsonb not null,
  connection_id text,
  schedule jsonb not null,
  max_items integer not null check (max_items between 1 and 50000),
  skip_duplicates boolean not null,
  state text not null default 'ACTIVE' check (state in ('ACTIVE', 'PAUSED')),
  pause_reason text,
  -- The number of failed syncs since the last successful one.
  failures integer not null default 0,
  -- The cursor of the last complete sync, in the source's own form.
  cursor jsonb,
  -- The latest sync, whose run has its state.
  run_id text,
  synced_at timestamptz,
  next_sync_at timestamptz,
  -- The inbound address of a webhook: whether it is on, and the hash of its secret. Null before there is one.
  hook_on boolean,
  hook_hash text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint sources_knowledge_base foreign key (tenant_id, knowledge_base_id)
    references knowledge_bases (tenant_id, id) on delete cascade,
  constraint sources_connection foreign key (tenant_id, connection_id)
    references connections (tenant_id, id) deferrable initially immediate
);
create index sources_by_knowledge_base on sources (tenant_id, knowledge_base_id, created_at, id);
create index sources_by_connection on sources (tenant_id, connection_id);
select atelier.protect('sources');

-- Each item of a source, with its outcome when it was last found.
create table source_items (
  tenant_id text not null default atelier.tenant(),
  source_id text not null,
  external_id text not null,
  -- The sync that found it last.
  sync_id text not null,
  -- HOOK: it came through the inbound address, so a reading does not find it and does not report it as missing.
  origin text not null check (origin in ('SYNC', 'HOOK')),
  outcome text not null check (outcome in ('ADDED', 'CHANGED', 'UNCHANGED', 'SKIPPED', 'REMOVED')),
  name text not null,
  url text,
  sha256 text,
  -- The document; it may have been deleted since.
  import_id text,
  code text,
  reason text,
  seen_at timestamptz not null default now(),
  primary key (tenant_id, source_id, external_id),
  foreign key (tenant_id, source_id) references sources (tenant_id, id) on delete cascade
);
create index source_items_by_sync on source_items (tenant_id, source_id, sync_id);
select atelier.protect('source_items');

-- A source may hold the same content under the same name twice; a user who uploads the same file twice means one.
drop index knowledge_imports_content;
create unique index knowledge_imports_content on knowledge_imports (tenant_id, knowledge_base_id, sha256, name)
  where source_id is null;
create index knowledge_imports_by_content on knowledge_imports (tenant_id, knowledge_base_id, sha256);
