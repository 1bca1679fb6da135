-- Tools that a company makes for its agents. `request` is what `ToolRequest` describes.
create table tools (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  id text not null,
  name text not null,
  description text not null default '',
  kind text not null check (kind in ('HTTP', 'DEFAULT')),
  request jsonb,
  default_tool_id text,
  connection_id text,
  effect text not null check (effect in ('READS', 'WRITES')),
  approval text not null check (approval in ('NEVER', 'AFTER_FOREIGN_TEXT', 'ALWAYS')),
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint tools_kind check ((kind = 'HTTP') = (request is not null) and (kind = 'DEFAULT') = (default_tool_id is not null))
);
select atelier.protect('tools');
create unique index tools_name_taken on tools (tenant_id, lower(name));
create index tools_by_update on tools (tenant_id, updated_at desc, id desc);
create index tools_by_connection on tools (tenant_id, connection_id) where connection_id is not null;
-- A connection that a tool uses cannot be deleted, but with the company everything goes.
alter table tools add constraint tools_connection foreign key (tenant_id, connection_id)
  references connections (tenant_id, id) deferrable initially immediate;
