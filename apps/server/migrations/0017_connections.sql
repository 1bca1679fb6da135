-- Outside accounts and servers that a tenant has set up.
create table connections (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  id text not null,
  service text not null,
  kind text not null,
  name text not null,
  -- The values that may be shown. Every secret is empty here and stored encrypted in the next column.
  settings jsonb not null,
  secrets text not null,
  last_test jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index connections_name on connections (tenant_id, lower(name));
select atelier.protect('connections');

-- The outside store to which an index version copies its vectors. The store is that of the version, so that another can be tried beside it.
alter table index_versions
  add column vector_store text not null default 'EMBEDDED',
  add column connection_id text,
  add constraint index_versions_connection foreign key (tenant_id, connection_id)
    references connections (tenant_id, id) deferrable initially immediate,
  add constraint index_versions_store check ((vector_store = 'EMBEDDED') = (connection_id is null));
alter table knowledge_bases drop column vector_store;
create index index_versions_by_connection on index_versions (tenant_id, connection_id) where connection_id is not null;

-- Points that still have to be removed from a vector store: documents of a collection, or the whole of it where document_ids is null.
create table vector_store_removals (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  id text not null,
  connection_id text not null,
  collection text not null,
  document_ids jsonb,
  error text,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, connection_id) references connections (tenant_id, id) on delete cascade
);
create index vector_store_removals_by_connection on vector_store_removals (tenant_id, connection_id);
select atelier.protect('vector_store_removals');
