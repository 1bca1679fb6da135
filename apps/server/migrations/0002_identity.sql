-- Users and their memberships. These tables have no row policy, because they are read before a tenant is known: by the hash of a
-- session token or an API key, by an email, by the token of a mail. Tokens, keys and passwords are stored as hashes only.

create table users (
  id text primary key,
  name text not null,
  email text not null constraint users_email_key unique check (email = lower(email)),
  email_verified boolean not null default false,
  picture text,
  created_at timestamptz not null default now()
);
grant select, insert, update, delete on users to atelier_app;

-- One way in which a user signs in: `password`, or the name of an outside provider with its own id of the user.
create table accounts (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  provider text not null,
  subject text not null,
  password_hash text,
  created_at timestamptz not null default now(),
  constraint accounts_provider_subject_key unique (provider, subject),
  check ((provider = 'password') = (password_hash is not null))
);
create index accounts_by_user on accounts (user_id);
grant select, insert, update, delete on accounts to atelier_app;

create table memberships (
  tenant_id text not null references tenants (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  role text not null check (role in ('OWNER', 'ADMIN', 'BUILDER', 'OPERATOR', 'USER')),
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id)
);
create index memberships_by_user on memberships (user_id);
grant select, insert, update, delete on memberships to atelier_app;

-- A session acts in one tenant; it ends with the membership.
create table sessions (
  token_hash text primary key,
  user_id text not null,
  tenant_id text not null,
  address text,
  user_agent text,
  created_at timestamptz not null default now(),
  refreshed_at timestamptz not null default now(),
  expires_at timestamptz not null,
  foreign key (tenant_id, user_id) references memberships (tenant_id, user_id) on delete cascade
);
create index sessions_by_user on sessions (tenant_id, user_id);
create index sessions_by_expiry on sessions (expires_at);
grant select, insert, update, delete on sessions to atelier_app;

-- A token that was mailed out: one purpose, one use, one open token per user and purpose.
create table verifications (
  token_hash text primary key,
  purpose text not null,
  user_id text not null references users (id) on delete cascade,
  tenant_id text not null references tenants (id) on delete cascade,
  email text not null,
  expires_at timestamptz not null,
  constraint verifications_purpose_key unique (user_id, purpose)
);
create index verifications_by_expiry on verifications (expires_at);
grant select, insert, update, delete on verifications to atelier_app;

-- One active key per user and tenant; it acts with the user's present role.
create table api_keys (
  key_hash text primary key,
  tenant_id text not null,
  user_id text not null,
  hint text not null,
  created_at timestamptz not null default now(),
  constraint api_keys_holder_key unique (tenant_id, user_id),
  foreign key (tenant_id, user_id) references memberships (tenant_id, user_id) on delete cascade
);
grant select, insert, update, delete on api_keys to atelier_app;

-- Attempts to sign in since the last success, by the hash of email and address.
create table sign_in_attempts (
  caller_hash text primary key,
  attempts integer not null,
  began_at timestamptz not null default now()
);
create index sign_in_attempts_by_age on sign_in_attempts (began_at);
grant select, insert, update, delete on sign_in_attempts to atelier_app;
