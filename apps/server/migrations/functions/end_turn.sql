-- Ends a turn, also one that was only waited for. Returns the number of runs that may be claimed now.
create or replace function atelier.end_turn(t text, turn text) returns integer
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  freed text;
begin
  delete from public.held_turns where tenant_id = t and id = turn returning limit_key into freed;
  return case when freed is null then 0 else atelier.fill_slots(t, freed) end;
end $$;
revoke execute on function atelier.end_turn from public;
grant execute on function atelier.end_turn to atelier_app;
