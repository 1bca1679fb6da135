-- The data of users and tenants that other modules may read. Each view has one owner, which declares it once. The views apply the
-- privileges and the row policies of the caller (security_invoker), on PostgreSQL 15 and later.

-- Owned by identity: the columns of a user that other modules may read.
create view persons with (security_invoker = true) as
  select id, name, email, picture from users;
grant select on persons to atelier_app;

-- Owned by tenancy: the members of all tenants. Always read with a tenant.
create view members with (security_invoker = true) as
  select m.tenant_id, m.user_id, m.role, m.created_at, m.last_active_at, u.name, u.email, u.picture, u.email_verified
  from memberships m join users u on u.id = m.user_id;
grant select on members to atelier_app;

-- Owned by tenancy: the columns of a tenant that other modules may read.
create view companies with (security_invoker = true) as
  select id, name, status from tenants;
grant select on companies to atelier_app;
