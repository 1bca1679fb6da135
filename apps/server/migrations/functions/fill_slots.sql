-- Gives the free slots of a concurrency limit to runs that wait for one. Turns count in a limit.
create or replace function atelier.fill_slots(t text, slot_key text) returns integer
language plpgsql set search_path = pg_catalog, pg_temp
  set jit = off set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  waiting record;
  turns integer;
  admitted integer := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended(t || ' ' || slot_key, 7));
  select count(*) into turns from public.held_turns
    where tenant_id = t and limit_key = slot_key and until > clock_timestamp();
  for waiting in
    select id, limit_size from public.runs where tenant_id = t and limit_key = slot_key and blocked_at is not null
    order by priority, blocked_at limit 64 for no key update skip locked
  loop
    exit when turns + (select count(*) from public.runs where tenant_id = t and limit_key = slot_key
               and (owner is not null or ready_at is not null)) >= waiting.limit_size;
    update public.runs set ready_at = clock_timestamp(), wake_at = null, blocked_at = null where tenant_id = t and id = waiting.id;
    admitted := admitted + 1;
  end loop;
  return admitted;
end $$;
revoke execute on function atelier.fill_slots from public;
grant execute on function atelier.fill_slots to atelier_app;
