-- Files, knowledge bases, imports, and the search index as a projection that can be built beside the active one.

-- The references to stored objects. Not tenant-bound, because one sweep serves all tenants; contains keys only.
create table stored_objects (
  storage_key text primary key,
  tenant_id text not null references tenants (id) on delete cascade
);
grant select, insert, delete on stored_objects to atelier_app;

create table files (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  id text not null,
  storage_key text not null references stored_objects (storage_key),
  name text not null,
  mime text not null,
  size bigint not null check (size >= 0),
  sha256 text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint files_storage_key unique (tenant_id, storage_key)
);
select atelier.protect('files');

create table knowledge_bases (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  id text not null,
  name text not null,
  description text not null default '',
  vector_store text not null default 'EMBEDDED',
  retrieval jsonb not null,
  active_index_version text,
  -- The number of files that were sent again with content that already exists here.
  unchanged_files integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index knowledge_bases_name on knowledge_bases (tenant_id, lower(name));
select atelier.protect('knowledge_bases');

create table index_versions (
  tenant_id text not null default atelier.tenant(),
  id text not null,
  knowledge_base_id text not null,
  status text not null check (status in ('BUILDING', 'ACTIVE', 'RETIRED')),
  chunking jsonb not null,
  embedding_model_id text,
  dimensions integer,
  -- The revision rises with every change of the live segments; `segments` is their number. Both tell a cache what it lacks.
  revision bigint not null default 0,
  segments integer not null default 0,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint index_versions_knowledge_base foreign key (tenant_id, knowledge_base_id)
    references knowledge_bases (tenant_id, id) on delete cascade
);
create index index_versions_by_knowledge_base on index_versions (tenant_id, knowledge_base_id);
select atelier.protect('index_versions');

alter table knowledge_bases add constraint knowledge_bases_active_index_version
  foreign key (tenant_id, active_index_version) references index_versions (tenant_id, id)
  deferrable initially deferred;

create table knowledge_imports (
  tenant_id text not null default atelier.tenant(),
  id text not null,
  knowledge_base_id text not null,
  file_id text not null,
  name text not null,
  type text not null,
  size bigint not null,
  sha256 text not null,
  -- The latest run, which alone has the state of the import.
  run_id text not null,
  page_count integer,
  chunk_count integer not null default 0,
  char_count bigint not null default 0,
  note text,
  -- The index version for which sections and chunks are complete.
  chunked_for text,
  -- Not now(): files of one transaction keep their order.
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  constraint knowledge_imports_knowledge_base foreign key (tenant_id, knowledge_base_id)
    references knowledge_bases (tenant_id, id) on delete cascade,
  constraint knowledge_imports_file foreign key (tenant_id, file_id) references files (tenant_id, id)
);
create unique index knowledge_imports_content on knowledge_imports (tenant_id, knowledge_base_id, sha256, name);
create index knowledge_imports_by_age on knowledge_imports (tenant_id, knowledge_base_id, created_at, id);
create index knowledge_imports_by_file on knowledge_imports (tenant_id, file_id);
select atelier.protect('knowledge_imports');

create table document_sections (
  tenant_id text not null default atelier.tenant(),
  import_id text not null,
  ordinal integer not null,
  page integer,
  start_offset bigint not null,
  text text not null,
  primary key (tenant_id, import_id, ordinal),
  foreign key (tenant_id, import_id) references knowledge_imports (tenant_id, id) on delete cascade
);
create index document_sections_by_offset on document_sections (tenant_id, import_id, start_offset);
select atelier.protect('document_sections');

create table chunks (
  tenant_id text not null default atelier.tenant(),
  id text not null,
  import_id text not null,
  index_version_id text not null,
  ordinal integer not null,
  text text not null,
  tokens integer not null,
  page integer,
  page_end integer,
  heading text,
  start_offset bigint not null,
  end_offset bigint not null,
  content_hash text not null,
  primary key (tenant_id, id),
  constraint chunks_place unique (tenant_id, import_id, index_version_id, ordinal),
  foreign key (tenant_id, import_id) references knowledge_imports (tenant_id, id) on delete cascade,
  foreign key (tenant_id, index_version_id) references index_versions (tenant_id, id) on delete cascade
);
create index chunks_by_version on chunks (tenant_id, index_version_id);
select atelier.protect('chunks');

-- Immutable parts of an index. Searches see the live ones; the others belong to imports in progress.
create table index_segments (
  tenant_id text not null default atelier.tenant(),
  id text not null,
  index_version_id text not null,
  import_id text not null,
  kind text not null check (kind in ('LEXICAL', 'VECTOR')),
  data bytea not null,
  bytes integer not null,
  docs integer not null,
  -- The ordinal, in the document, of the last chunk that the segment contains.
  last_ordinal integer not null,
  live boolean not null default false,
  -- The revision of the version with which it became live.
  revision bigint not null default 0,
  primary key (tenant_id, id),
  foreign key (tenant_id, index_version_id) references index_versions (tenant_id, id) on delete cascade,
  foreign key (tenant_id, import_id) references knowledge_imports (tenant_id, id) on delete cascade
);
-- The bytes are packed already.
alter table index_segments alter column data set storage external;
create index index_segments_live on index_segments (tenant_id, index_version_id, revision) where live;
create index index_segments_by_import on index_segments (tenant_id, import_id, index_version_id);
select atelier.protect('index_segments');
