-- An index can be built with other settings next to the active one. After a switch, the earlier one can be restored for a while.
alter table index_versions
  add column retired_at timestamptz,
  -- Set while the version holds everything that the active version holds.
  add column ready_at timestamptz,
  add column credit_limit double precision check (credit_limit >= 0),
  add column spent_credits double precision not null default 0;
create unique index index_versions_building on index_versions (tenant_id, knowledge_base_id) where status = 'BUILDING';

-- The documents that a version which is not active holds. The fingerprint is that of the live segments in the active version; if
-- the two differ, the document is taken over again.
create table index_version_documents (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  index_version_id text not null,
  import_id text not null,
  -- The fingerprint of the content that is published in this version.
  stamp text not null default '',
  -- The fingerprint of the content that is split and stored in this version, but may not be embedded and published yet.
  cut_stamp text not null default '',
  primary key (tenant_id, index_version_id, import_id),
  foreign key (tenant_id, index_version_id) references index_versions (tenant_id, id) on delete cascade,
  foreign key (tenant_id, import_id) references knowledge_imports (tenant_id, id) on delete cascade
);
create index index_version_documents_by_import on index_version_documents (tenant_id, import_id);
select atelier.protect('index_version_documents');
