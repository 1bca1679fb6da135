-- Creating, prolonging (at most once an hour) and moving a session all show that the user was active.
create or replace function atelier.note_activity() returns trigger language plpgsql as $$
begin
  update memberships set last_active_at = now() where tenant_id = new.tenant_id and user_id = new.user_id;
  return null;
end $$;
