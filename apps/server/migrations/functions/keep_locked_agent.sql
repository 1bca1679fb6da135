-- A locked version never changes: runs that began with it continue with it.
create or replace function atelier.keep_locked_agent() returns trigger language plpgsql as $$
begin
  raise exception 'version % of an agent is locked', old.id using errcode = 'check_violation', constraint = 'agent_versions_locked';
end $$;
