-- The rest of an answer, which a run adds later, has a cost of its own.
create or replace function atelier.note_later_cost() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.monitor_notes (tenant_id, kind, subject_id, hour, credits)
  select new.tenant_id, 'APP', c.app_id, date_trunc('hour', new.created_at, 'UTC'), new.credits - old.credits
  from public.conversations c where c.tenant_id = new.tenant_id and c.id = new.conversation_id;
  return null;
end $$;
revoke execute on function atelier.note_later_cost from public;
