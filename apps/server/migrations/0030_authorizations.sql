-- Authorizations (OAuth 2) with which the server acts for users at outside services. Codes and tokens are never stored
-- unencrypted.
create table authorizations (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  id text not null,
  provider text not null,
  account text not null,
  -- Access token and refresh token, encrypted.
  tokens text not null,
  -- The time at which the access token expires; null when the service does not report it.
  expires_at timestamptz,
  -- Raised with each renewal, so that only one of two simultaneous renewals is stored.
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
select atelier.protect('authorizations');

-- An authorization that has begun: for ten minutes, for one session, used once.
create table authorization_attempts (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  state_hash text not null,
  session_hash text not null,
  user_id text not null references users (id) on delete cascade,
  provider text not null,
  redirect_uri text not null,
  -- The verifier of PKCE, encrypted.
  verifier text not null,
  expires_at timestamptz not null,
  primary key (tenant_id, state_hash)
);
create index authorization_attempts_by_user on authorization_attempts (user_id);
create index authorization_attempts_by_expiry on authorization_attempts (tenant_id, expires_at);
select atelier.protect('authorization_attempts');
