-- A company that is being deleted keeps its rows for a while, but nothing may run for it any longer.
create or replace function atelier.stop_closing_tenant() returns trigger language plpgsql as $$
begin
  perform pg_notify('atelier_live', json_build_object('tenantId', new.id, 'topic', 'chat.stop', 'id', '*')::text);
  delete from runs where tenant_id = new.id and status in ('QUEUED', 'RUNNING', 'WAITING');
  return null;
end
$$;
revoke execute on function atelier.stop_closing_tenant from public;
