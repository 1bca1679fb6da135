-- What a person gets once, and how many invitations an address gets.

-- Who founded a company, ever: what comes with the first one is not given with a second. Not tenant-bound, because it outlives
-- the company; it goes with the person.
create table founders (
  user_id text primary key references users (id) on delete cascade,
  founded_at timestamptz not null default now()
);
insert into founders (user_id) select distinct user_id from memberships where role = 'OWNER';
grant select, insert on founders to atelier_app;

alter table tenants add column is_refounded boolean not null default false;

-- The mails of a day's invitations, by the hash of their address. Not tenant-bound, because an address is spared whichever
-- company invites it, and also after that company is deleted; holds no address.
create table invitation_mails (
  address_hash text not null,
  tenant_id text references tenants (id) on delete set null,
  ordered_at timestamptz not null default now()
);
create index invitation_mails_by_address on invitation_mails (address_hash, ordered_at);
create index invitation_mails_by_tenant on invitation_mails (tenant_id, ordered_at);
create index invitation_mails_by_age on invitation_mails (ordered_at);
grant select, insert, update, delete on invitation_mails to atelier_app;
