-- The requests of members for access to things that were not shared with them. A request ends when access is given or declined, and with the
-- membership of its author; the module that deletes the thing deletes the requests with it.
create table access_requests (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  entity_id text not null,
  user_id text not null,
  message text not null,
  created_at timestamptz not null default now(),
  constraint access_requests_key primary key (tenant_id, entity_id, user_id),
  constraint access_requests_member foreign key (tenant_id, user_id)
    references memberships (tenant_id, user_id) on delete cascade
);
create index access_requests_by_age on access_requests (tenant_id, created_at);
create index access_requests_by_user on access_requests (tenant_id, user_id);
select atelier.protect('access_requests');
revoke update on access_requests from atelier_app;
