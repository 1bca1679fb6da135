-- Benefits that a user gets only once, and the number of invitations that an address gets.

-- The users who have ever founded a tenant: the benefits of the first one are not given again. Not tenant-bound, because a row
-- outlives the tenant and is deleted with the user.
create table founders (
  user_id text primary key references users (id) on delete cascade,
  founded_at timestamptz not null default now()
);
insert into founders (user_id) select distinct user_id from memberships where role = 'OWNER';
grant select, insert on founders to atelier_app;

alter table tenants add column is_refounded boolean not null default false;

-- The invitation mails of the last day, by the hash of their address. Not tenant-bound, because an address is protected from all
-- tenants together, also after a tenant is deleted; contains no address.
create table invitation_mails (
  address_hash text not null,
  tenant_id text references tenants (id) on delete set null,
  ordered_at timestamptz not null default now()
);
create index invitation_mails_by_address on invitation_mails (address_hash, ordered_at);
create index invitation_mails_by_tenant on invitation_mails (tenant_id, ordered_at);
create index invitation_mails_by_age on invitation_mails (ordered_at);
grant select, insert, update, delete on invitation_mails to atelier_app;
