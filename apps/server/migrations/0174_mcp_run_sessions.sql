-- Sessions of runs at MCP servers of the revisions that have them. `secret` is the encrypted id: whoever has it may take part in the session.
create table mcp_run_sessions (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  run_id text not null,
  mcp_id text not null,
  secret text not null,
  -- The member with whose account the session was begun; null for the account of the company.
  person_id text,
  begun_at timestamptz not null default now(),
  primary key (tenant_id, run_id, mcp_id),
  foreign key (tenant_id, run_id) references runs (tenant_id, id) on delete cascade,
  constraint mcp_run_sessions_server foreign key (tenant_id, mcp_id) references mcp_servers (tenant_id, id) on delete cascade
);
create index mcp_run_sessions_by_server on mcp_run_sessions (tenant_id, mcp_id);
select atelier.protect('mcp_run_sessions');
