-- Documents can be changed after their import. Replaced content is kept as a version; the shown version is read and found until
-- the next one is complete.

alter table knowledge_imports
  add column shown_version integer not null default 1,
  -- The cause of the current version, its author and its time.
  add column version_reason text not null default 'IMPORT'
    check (version_reason in ('IMPORT', 'EDIT', 'RESYNC', 'REVERT')),
  add column version_by text,
  add column version_at timestamptz,
  add column summary_kind text check (summary_kind in ('EXTRACTIVE', 'WRITTEN', 'EDITED')),
  add column summary_state text not null default 'NONE'
    check (summary_state in ('NONE', 'IN-PROGRESS', 'READY', 'ERRORED')),
  add column summary_error text;

alter table document_sections add column document_version integer not null default 1;
alter table document_sections drop constraint document_sections_pkey;
alter table document_sections add primary key (tenant_id, import_id, document_version, ordinal);
drop index document_sections_by_offset;
create index document_sections_by_offset
  on document_sections (tenant_id, import_id, document_version, start_offset);

alter table chunks
  add column document_version integer not null default 1,
  -- The chunk was written by hand, so its text differs from the document's text at its offsets.
  add column edited boolean not null default false;
alter table chunks drop constraint chunks_place;
-- Checked at the end of a statement, so that one statement can shift chunks to make room.
alter table chunks add constraint chunks_place
  unique (tenant_id, import_id, index_version_id, document_version, ordinal) deferrable initially immediate;

create table document_versions (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  id text not null,
  import_id text not null,
  number integer not null,
  reason text not null check (reason in ('IMPORT', 'EDIT', 'RESYNC', 'REVERT')),
  made_by text,
  made_at timestamptz not null,
  file_id text not null,
  size bigint not null,
  page_count integer,
  char_count bigint not null,
  metadata jsonb not null,
  -- Chunks that users wrote into this version; its text is stored as sections.
  passages jsonb not null default '[]',
  primary key (tenant_id, id),
  constraint document_versions_number unique (tenant_id, import_id, number),
  foreign key (tenant_id, import_id) references knowledge_imports (tenant_id, id) on delete cascade,
  constraint document_versions_file foreign key (tenant_id, file_id)
    references files (tenant_id, id) deferrable initially immediate
);
create index document_versions_by_file on document_versions (tenant_id, file_id);
select atelier.protect('document_versions');

-- A knowledge base can be switched off, be shared only with some members, and summarize its documents.
alter table knowledge_bases
  add column status text not null default 'ON' check (status in ('ON', 'OFF')),
  add column share text not null default 'EVERYONE' check (share in ('PRIVATE', 'EVERYONE')),
  add column summarize boolean not null default false,
  add column data_structure jsonb not null default '[]';
