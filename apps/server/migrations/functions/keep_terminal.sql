-- Terminal states never change.
create or replace function atelier.keep_terminal() returns trigger language plpgsql as $$
begin
  raise exception 'run % is finished and cannot change', old.id using errcode = 'check_violation', constraint = 'runs_terminal';
end $$;
