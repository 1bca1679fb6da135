-- A deleted message is announced at the commit, so that no statement and no cascade can omit it. The process that writes the answer then
-- stops at once, instead of when its next write is refused.
create or replace function atelier.announce_deleted_message() returns trigger language plpgsql as $$
begin
  perform pg_notify('atelier_live', json_build_object('tenantId', old.tenant_id, 'topic', 'chat.stop', 'id', old.id)::text);
  return null;
end
$$;
revoke execute on function atelier.announce_deleted_message from public;
