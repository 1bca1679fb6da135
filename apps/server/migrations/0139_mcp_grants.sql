-- Accounts at MCP servers, with which the company or a member allowed access (OAuth 2.1). `secrets` are the encrypted tokens, the client that is
-- registered, and the endpoints that were found.
alter table mcp_servers add column sharing text not null default 'COMPANY' check (sharing in ('COMPANY', 'PERSON'));

create table mcp_grants (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  id text not null,
  mcp_id text not null,
  -- The member whose account it is; null for the account of the company.
  person_id text,
  secrets text not null,
  site text not null,
  scope text not null default '',
  -- The scopes for which the server asked in vain. The next authorization asks for them too.
  missing_scope text not null default '',
  problem text,
  expires_at timestamptz,
  -- Raised with each change of the tokens, so that of two renewals only one is stored.
  revision integer not null default 1,
  -- Until then, one process renews the tokens, and the others wait for it.
  renewing_until timestamptz,
  connected_by text not null,
  connected_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint mcp_grants_server foreign key (tenant_id, mcp_id) references mcp_servers (tenant_id, id) on delete cascade,
  constraint mcp_grants_person foreign key (tenant_id, person_id) references memberships (tenant_id, user_id) on delete cascade
);
create unique index mcp_grants_owner on mcp_grants (tenant_id, mcp_id, coalesce(person_id, ''));
create index mcp_grants_by_person on mcp_grants (tenant_id, person_id);
select atelier.protect('mcp_grants');

-- An authorization that has begun: for ten minutes, for one session, used once.
create table mcp_grant_attempts (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  state_hash text not null,
  session_hash text not null,
  user_id text not null references users (id) on delete cascade,
  mcp_id text not null,
  person_id text,
  -- The verifier of PKCE, the client and the endpoints, encrypted.
  secrets text not null,
  expires_at timestamptz not null,
  primary key (tenant_id, state_hash),
  constraint mcp_grant_attempts_server foreign key (tenant_id, mcp_id) references mcp_servers (tenant_id, id) on delete cascade
);
create index mcp_grant_attempts_by_server on mcp_grant_attempts (tenant_id, mcp_id);
create index mcp_grant_attempts_by_user on mcp_grant_attempts (user_id);
create index mcp_grant_attempts_by_expiry on mcp_grant_attempts (tenant_id, expires_at);
select atelier.protect('mcp_grant_attempts');
