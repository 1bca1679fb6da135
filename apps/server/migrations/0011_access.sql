-- The access that a member was given, to an app, a knowledge base or any kind of thing that is added later. The thing itself is
-- in the table of its module, which deletes the grants together with it.
create table access_grants (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  entity_id text not null,
  user_id text not null,
  granted_by text,
  created_at timestamptz not null default now(),
  constraint access_grants_key primary key (tenant_id, entity_id, user_id),
  constraint access_grants_member foreign key (tenant_id, user_id)
    references memberships (tenant_id, user_id) on delete cascade
);
create index access_grants_by_user on access_grants (tenant_id, user_id);
select atelier.protect('access_grants');
revoke update on access_grants from atelier_app;

-- The audit log is searched by action and by actor.
create index audit_log_by_action on audit_log (tenant_id, action, created_at desc);
create index audit_log_by_actor on audit_log (tenant_id, (actor ->> 'userId'), created_at desc);
