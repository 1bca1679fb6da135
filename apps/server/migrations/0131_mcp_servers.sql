-- Servers of tools for agents, which speak the Model Context Protocol. `tools` is what the server described when somebody last had it read;
-- `choices` are those that agents may use, null until the tools have been read. `secrets` are the encrypted headers.
create table mcp_servers (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  id text not null,
  name text not null,
  description text not null default '',
  url text not null,
  authentication text not null check (authentication in ('NONE', 'HEADERS', 'OAUTH')),
  secrets text not null,
  timeout_seconds integer not null check (timeout_seconds between 1 and 600),
  active boolean not null default true,
  tools jsonb not null default '[]',
  left_out integer not null default 0,
  choices jsonb,
  server_name text not null default '',
  revision text not null default '',
  health text not null default 'UNKNOWN' check (health in ('UNKNOWN', 'READY', 'FAILING', 'NEEDS_CONSENT')),
  problem text,
  checked_at timestamptz,
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
select atelier.protect('mcp_servers');
create unique index mcp_servers_name_taken on mcp_servers (tenant_id, lower(name));
create index mcp_servers_by_update on mcp_servers (tenant_id, updated_at desc, id desc);
