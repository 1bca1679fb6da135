-- A deleted run is announced at the commit, so that no statement and no cascade can omit it. The process that works on it then stops at
-- once, instead of when its next write is refused.
create or replace function atelier.announce_deleted_run() returns trigger language plpgsql as $$
begin
  perform pg_notify('atelier_live', json_build_object('tenantId', '*', 'topic', 'runs.cancel', 'id', old.id)::text);
  return null;
end
$$;
revoke execute on function atelier.announce_deleted_run from public;
