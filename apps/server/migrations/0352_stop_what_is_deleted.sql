-- Whatever is deleted while something runs for it is announced at the commit, so that no statement and no cascade can omit it. The process
-- that works on it then stops at once, instead of when its next write is refused.
create function atelier.announce_deleted_run() returns trigger language plpgsql as $$
begin
  perform pg_notify('atelier_live', json_build_object('tenantId', '*', 'topic', 'runs.cancel', 'id', old.id)::text);
  return null;
end
$$;
create trigger runs_deleted after delete on runs for each row
  when (old.owner is not null and old.status not in ('COMPLETED', 'FAILED', 'CANCELLED'))
  execute function atelier.announce_deleted_run();

create function atelier.announce_deleted_message() returns trigger language plpgsql as $$
begin
  perform pg_notify('atelier_live', json_build_object('tenantId', old.tenant_id, 'topic', 'chat.stop', 'id', old.id)::text);
  return null;
end
$$;
create trigger messages_deleted after delete on messages for each row when (old.status = 'STREAMING')
  execute function atelier.announce_deleted_message();

-- A company that is being deleted keeps its rows for a while, but nothing may run for it any longer.
create function atelier.stop_closing_tenant() returns trigger language plpgsql as $$
begin
  perform pg_notify('atelier_live', json_build_object('tenantId', new.id, 'topic', 'chat.stop', 'id', '*')::text);
  delete from runs where tenant_id = new.id and status in ('QUEUED', 'RUNNING', 'WAITING');
  return null;
end
$$;
create trigger tenants_closing after update of closing_at on tenants for each row
  when (old.closing_at is null and new.closing_at is not null) execute function atelier.stop_closing_tenant();
revoke execute on function atelier.announce_deleted_run, atelier.announce_deleted_message, atelier.stop_closing_tenant from public;
