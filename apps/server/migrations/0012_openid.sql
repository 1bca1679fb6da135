-- Ways to sign in without a password of ours (outside providers and passkeys), and requests for access. None of these tables has
-- a row policy, because all of them are read before the user is known. Tokens are stored as hashes.

alter table accounts
  add column email text,
  add constraint accounts_user_provider_key unique (user_id, provider);

-- The provider that a session came from, so that signing out ends it there too. The id token is encrypted.
alter table sessions
  add column provider text,
  add column id_token text;

-- A sign-in at a provider that has begun: bound to one browser, used once. `user_id` when an account is being linked.
create table openid_attempts (
  state_hash text primary key,
  browser_hash text not null,
  provider text not null,
  return_to text,
  invite_hash text,
  user_id text references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index openid_attempts_by_expiry on openid_attempts (expires_at);
create index openid_attempts_by_user on openid_attempts (user_id);
grant select, insert, update, delete on openid_attempts to atelier_app;

create table passkeys (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  credential_id text not null constraint passkeys_credential_key unique,
  public_key text not null,
  counter bigint not null check (counter >= 0),
  name text not null,
  is_backed_up boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_by_user on passkeys (user_id);
grant select, insert, update, delete on passkeys to atelier_app;

-- A question that a passkey has to sign, used once. `user_id` when a passkey is being registered.
create table passkey_challenges (
  challenge_hash text primary key,
  user_id text references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_by_expiry on passkey_challenges (expires_at);
create index passkey_challenges_by_user on passkey_challenges (user_id);
grant select, insert, update, delete on passkey_challenges to atelier_app;

-- Requests for access while sign-up requires an invitation. The token is that of the admission mail.
create table waitlist (
  id text primary key,
  name text not null,
  email text not null constraint waitlist_email_key unique check (email = lower(email)),
  company_name text not null,
  phone text not null,
  status text not null default 'WAITING' check (status in ('WAITING', 'ADMITTED', 'DECLINED', 'JOINED')),
  token_hash text constraint waitlist_token_key unique,
  token_expires_at timestamptz,
  created_at timestamptz not null default now(),
  answered_at timestamptz
);
create index waitlist_by_age on waitlist (created_at desc, id desc);
grant select, insert, update, delete on waitlist to atelier_app;
