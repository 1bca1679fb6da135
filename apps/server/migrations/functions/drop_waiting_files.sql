-- Deletes files that nobody asked about. Returns their number.
create or replace function atelier.drop_waiting_files(grace interval, most integer) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  dropped integer;
begin
  with gone as (
    delete from public.conversation_files f using (
      select tenant_id, id from public.conversation_files
      where conversation_id is null and created_at < now() - grace limit most for update skip locked) idle
    where f.tenant_id = idle.tenant_id and f.id = idle.id returning 1
  )
  select count(*) into dropped from gone;
  return dropped;
end $$;
revoke execute on function atelier.drop_waiting_files from public;
grant execute on function atelier.drop_waiting_files to atelier_app;
