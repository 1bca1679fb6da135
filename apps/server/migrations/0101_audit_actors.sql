-- Below a row policy, no condition on `actor ->> 'userId'` uses an index, because the operator is not marked as leakproof: the list of
-- the users in the log read the whole log for each of them. A condition on a column does use one.
alter table audit_log add column actor_id text generated always as (actor ->> 'userId') stored;
drop index audit_log_by_actor;
create index audit_log_by_actor on audit_log (tenant_id, actor_id, created_at desc);
create or replace view audit_entries with (security_invoker = true) as
  select tenant_id, id, action, subject_id, actor, details, request_id, address, created_at, actor_id from audit_log;
