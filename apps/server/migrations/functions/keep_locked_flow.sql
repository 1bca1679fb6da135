-- A locked version never changes: runs that began with it continue with it.
create or replace function atelier.keep_locked_flow() returns trigger language plpgsql as $$
begin
  raise exception 'version % of a flow is locked', old.id using errcode = 'check_violation', constraint = 'flow_versions_locked';
end $$;
