-- People from outside a company who were invited to its private apps. They are no members: they have no role, and their tokens are
-- read in one company only, so that the row policies hold for them from the first statement on.
create table app_users (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  id text not null,
  email text not null check (email = lower(email)),
  first_name text not null,
  last_name text not null default '',
  password_hash text not null,
  email_verified boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index app_users_email on app_users (tenant_id, email);
select atelier.protect('app_users');

-- The access of one address to one app, from the request or the invitation on.
create table app_access (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  id text not null,
  app_id text not null,
  email text not null check (email = lower(email)),
  status text not null check (status in ('REQUESTED', 'INVITED', 'GRANTED')),
  -- Set from the acceptance on.
  user_id text,
  -- The token of the open invitation, hashed. It is used once.
  token_hash text,
  -- True when the link was shown to a member of the company, so that it does not prove the address.
  is_link_shown boolean not null default false,
  invited_until timestamptz,
  ends_at timestamptz,
  given_by text,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint app_access_granted_to_user check (status <> 'GRANTED' or user_id is not null),
  foreign key (tenant_id, app_id) references apps (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references app_users (tenant_id, id) on delete cascade
);
create unique index app_access_address on app_access (tenant_id, app_id, email);
create unique index app_access_token on app_access (tenant_id, token_hash);
create index app_access_by_user on app_access (tenant_id, user_id, app_id);
select atelier.protect('app_access');

create table app_user_sessions (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  token_hash text not null,
  user_id text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, user_id) references app_users (tenant_id, id) on delete cascade
);
create index app_user_sessions_by_user on app_user_sessions (tenant_id, user_id);
create index app_user_sessions_by_expiry on app_user_sessions (tenant_id, expires_at);
select atelier.protect('app_user_sessions');

-- Tokens of mails to app users, hashed, each for one purpose and one use.
create table app_user_tokens (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  token_hash text not null,
  purpose text not null check (purpose in ('VERIFY', 'RESET')),
  user_id text not null,
  expires_at timestamptz not null,
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, user_id) references app_users (tenant_id, id) on delete cascade
);
create unique index app_user_tokens_one on app_user_tokens (tenant_id, user_id, purpose);
select atelier.protect('app_user_tokens');

-- Open streams of an app user are checked again in every process as soon as a session or an access ends (0045).
create trigger app_user_sessions_ended after delete on app_user_sessions for each row when (old.expires_at > now())
  execute function atelier.announce_revocation('user', 'user_id');
create trigger app_access_removed after delete on app_access for each row when (old.status = 'GRANTED')
  execute function atelier.announce_revocation('user', 'user_id');
create trigger app_access_changed after update of status, ends_at on app_access for each row
  when (old.status = 'GRANTED' and (old.status is distinct from new.status or old.ends_at is distinct from new.ends_at))
  execute function atelier.announce_revocation('user', 'user_id');

-- The conversations of one person with an app, on whichever device they were held.
create index conversations_by_user on conversations (tenant_id, app_id, user_id, updated_at desc) where visitor_hash is null;

create view app_user_profiles with (security_invoker = true) as
  select tenant_id, id, trim(first_name || ' ' || last_name) as name from app_users;
grant select on app_user_profiles to atelier_app;
