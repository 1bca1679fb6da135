-- Inviters, the last activity of members, and tenants that are being deleted.

-- Set when the owner deletes the tenant: it is DISABLED from then on, and a job deletes it with all its contents.
alter table tenants add column closing_at timestamptz;
alter table tenants add constraint tenants_closing_is_disabled check (closing_at is null or status = 'DISABLED');
create index tenants_by_age on tenants (created_at desc, id);

alter table memberships
  add column invited_by text references users (id) on delete set null,
  add column last_active_at timestamptz;

-- A tenant has only one owner (ROLE-03).
create unique index memberships_one_owner on memberships (tenant_id) where role = 'OWNER';

-- Creating, prolonging (at most once an hour) and moving a session all show that the user was active.
create function atelier.note_activity() returns trigger language plpgsql as $$
begin
  update memberships set last_active_at = now() where tenant_id = new.tenant_id and user_id = new.user_id;
  return null;
end $$;
create trigger sessions_activity after insert or update of refreshed_at, tenant_id on sessions
  for each row execute function atelier.note_activity();

-- Read before a tenant is known, by the hash of the mailed token. The table therefore has no row policy, and every statement that
-- acts for a tenant names it.
create table invitations (
  id text primary key,
  tenant_id text not null references tenants (id) on delete cascade,
  email text not null check (email = lower(email)),
  role text not null check (role in ('ADMIN', 'BUILDER', 'OPERATOR', 'USER')),
  token_hash text not null constraint invitations_token_key unique,
  status text not null default 'PENDING' check (status in ('PENDING', 'ACCEPTED', 'REVOKED')),
  invited_by text references users (id) on delete set null,
  -- The grants that take effect on acceptance: [{ "entityId": "app_…" }].
  grants jsonb not null default '[]',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create unique index invitations_open on invitations (tenant_id, email) where status = 'PENDING';
create index invitations_by_expiry on invitations (expires_at);
grant select, insert, update, delete on invitations to atelier_app;

-- The list of users: members, and invitations that were not accepted yet. Always read with a tenant.
create view people with (security_invoker = true) as
  select m.tenant_id, m.user_id as id, 'ACTIVE' as status, u.name, u.email, u.picture, m.role,
    m.created_at as joined_at, m.last_active_at, i.name as invited_by, null::timestamptz as expires_at
  from memberships m join users u on u.id = m.user_id left join users i on i.id = m.invited_by
  union all
  select v.tenant_id, v.id, case when v.expires_at > now() then 'INVITED' else 'EXPIRED' end, null, v.email, null, v.role,
    null, null, i.name, v.expires_at
  from invitations v left join users i on i.id = v.invited_by
  where v.status = 'PENDING';
grant select on people to atelier_app;

-- Deleting a tenant cascades to its rows along several paths, in an order that a check after each statement would refuse. So
-- every foreign key that does not cascade can be deferred to the commit (`set constraints all deferred`).
do $$
declare
  link record;
begin
  for link in
    select conrelid::regclass as relation, conname from pg_constraint c join pg_namespace n on n.oid = c.connamespace
    where n.nspname = 'public' and contype = 'f' and confdeltype = 'a' and not condeferrable
  loop
    execute format('alter table %s alter constraint %I deferrable initially immediate', link.relation, link.conname);
  end loop;
end $$;
