-- Data of other modules that statements join, where a function would cost every request another statement. Each view has one
-- owner, which declares it once, and applies the privileges and the row policies of the caller (security_invoker).

-- Owned by tenancy: the memberships of active tenants.
create view active_memberships with (security_invoker = true) as
  select m.tenant_id, m.user_id, m.role, m.created_at
  from memberships m join tenants t on t.id = m.tenant_id and t.status = 'ACTIVE';
grant select on active_memberships to atelier_app;

-- Owned by the kernel: the objects that public links lead to.
create view open_objects with (security_invoker = true) as
  select o.id, o.tenant_id from public_objects o join tenants t on t.id = o.tenant_id and t.status = 'ACTIVE';
grant select on open_objects to atelier_app;

-- Owned by the kernel, which writes the audit log: its entries as other modules may read them.
create view audit_entries with (security_invoker = true) as
  select tenant_id, id, action, subject_id, actor, details, request_id, address, created_at from audit_log;
grant select on audit_entries to atelier_app;
