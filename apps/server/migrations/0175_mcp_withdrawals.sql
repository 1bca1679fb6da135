-- Accounts at MCP servers that were disconnected, until the service has withdrawn their tokens (RFC 7009). `secrets` are those of the account.
create table mcp_withdrawals (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  id text not null,
  secrets text not null,
  site text not null,
  ordered_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
select atelier.protect('mcp_withdrawals');
