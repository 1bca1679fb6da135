-- Small lexical segments are merged in the background. A segment keeps its id and document; only its bytes are then part of a
-- merged segment, which also contains chunks of other segments and deleted ones.

create table merged_segments (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  id text not null,
  index_version_id text not null,
  data bytea not null,
  bytes integer not null,
  docs integer not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, index_version_id) references index_versions (tenant_id, id) on delete cascade
);
-- The bytes are packed already.
alter table merged_segments alter column data set storage external;
create index merged_segments_by_version on merged_segments (tenant_id, index_version_id);
select atelier.protect('merged_segments');

-- Tells an index in memory that segments have moved.
alter table index_versions add column merges bigint not null default 0;

alter table index_segments
  add column merged_into text,
  -- The ordinal of its first chunk there.
  add column merged_at integer not null default 0,
  add constraint index_segments_bytes check ((merged_into is null) = (bytes > 0)),
  -- Deferred, because both are deleted together with the version.
  add constraint index_segments_merged_into foreign key (tenant_id, merged_into)
    references merged_segments (tenant_id, id) deferrable initially deferred;
create index index_segments_by_merged on index_segments (tenant_id, merged_into) where merged_into is not null;
