-- Takes a turn, or renews the one that somebody has or waits for. Returns whether it is held.
create or replace function atelier.take_turn(t text, turn text, turn_key text, size integer, lease_ms integer) returns boolean
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  mine record;
begin
  perform pg_advisory_xact_lock(hashtextextended(t || ' ' || turn_key, 7));
  delete from public.held_turns where tenant_id = t and until <= clock_timestamp() and id <> turn;
  insert into public.held_turns (tenant_id, id, limit_key, until)
    values (t, turn, turn_key, clock_timestamp() + lease_ms * interval '1 millisecond')
    on conflict (tenant_id, id) do update set until = excluded.until
    returning asked_at, is_held into mine;
  if mine.is_held then return true; end if;
  if (select count(*) from public.runs where tenant_id = t and limit_key = turn_key and (owner is not null or ready_at is not null))
    + (select count(*) from public.held_turns where tenant_id = t and limit_key = turn_key
        and (is_held or (asked_at, id) < (mine.asked_at, turn))) >= size then
    return false;
  end if;
  update public.held_turns set is_held = true where tenant_id = t and id = turn;
  return true;
end $$;
revoke execute on function atelier.take_turn from public;
grant execute on function atelier.take_turn to atelier_app;
