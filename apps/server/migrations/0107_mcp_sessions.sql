-- Sessions of the Model Context Protocol, revision 2025-11-25. They are stored, so that every server process knows them.
create table mcp_sessions (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  id text not null,
  user_id text not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index mcp_sessions_by_user on mcp_sessions (tenant_id, user_id, created_at desc);
select atelier.protect('mcp_sessions');
