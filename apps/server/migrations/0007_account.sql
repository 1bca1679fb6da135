-- The data that users manage in their own account: two-factor codes, a picture, sessions that they can see and end.

-- True while a user who signed up with a mail server has not followed the mailed link, and therefore may not sign in.
alter table users add column pending boolean not null default false;

-- Sessions get a name that may be shown; the hash of the token stays the key.
alter table sessions add column id text not null default 'sn_' || replace(gen_random_uuid()::text, '-', '');
alter table sessions add constraint sessions_id_key unique (id);
create index sessions_of_person on sessions (user_id, created_at desc);

-- The secret of an authenticator app, encrypted. It counts once confirmed; `last_step` is the last 30 seconds whose code was used.
create table second_factors (
  user_id text primary key references users (id) on delete cascade,
  secret text not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0
);
grant select, insert, update, delete on second_factors to atelier_app;

-- Codes for users who have lost the app, each for one use.
create table recovery_codes (
  user_id text not null references users (id) on delete cascade,
  code_hash text not null,
  primary key (user_id, code_hash)
);
grant select, insert, delete on recovery_codes to atelier_app;

-- Profile pictures are small, so they are stored next to their user and deleted with them.
create table pictures (
  id text primary key,
  user_id text not null constraint pictures_user_key unique references users (id) on delete cascade,
  type text not null check (type in ('image/png', 'image/jpeg', 'image/webp')),
  bytes bytea not null check (octet_length(bytes) <= 1048576),
  created_at timestamptz not null default now()
);
grant select, insert, update, delete on pictures to atelier_app;
