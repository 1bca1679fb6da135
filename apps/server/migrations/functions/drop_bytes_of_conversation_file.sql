-- A deleted file of a conversation takes along the row of its bytes, whichever statement or cascade deletes it. The sweep of the store
-- removes the bytes.
create or replace function atelier.drop_bytes_of_conversation_file() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  with gone as (
    delete from public.files f where f.tenant_id = old.tenant_id and f.id = old.file_id returning f.storage_key
  )
  delete from public.stored_objects o using gone g where o.storage_key = g.storage_key;
  return null;
end $$;
revoke execute on function atelier.drop_bytes_of_conversation_file from public;
