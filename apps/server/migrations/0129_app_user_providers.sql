-- App users may sign in at a provider. Whoever comes that way first has no password.
alter table app_users alter column password_hash drop not null;

-- The provider's own id of an app user. The same person at the provider is another app user in each company.
create table app_user_accounts (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  provider text not null,
  subject text not null,
  user_id text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, provider, subject),
  foreign key (tenant_id, user_id) references app_users (tenant_id, id) on delete cascade
);
create index app_user_accounts_by_user on app_user_accounts (tenant_id, user_id);
select atelier.protect('app_user_accounts');

-- The app to which an app user signs in; null for a sign-in of the builder. One can never be finished as the other.
alter table openid_attempts add column app_id text;
