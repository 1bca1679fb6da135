-- The bytes of a visitor's PDF, so that its cited page can be shown as it looks. They go with the conversation: its deletion removes the row
-- of the file, and the sweep of the store removes the bytes.
alter table conversation_files
  add column file_id text,
  add foreign key (tenant_id, file_id) references files (tenant_id, id) on delete set null (file_id);
create index conversation_files_of_file on conversation_files (tenant_id, file_id) where file_id is not null;

create function atelier.drop_bytes_of_conversation_file() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  with gone as (
    delete from public.files f where f.tenant_id = old.tenant_id and f.id = old.file_id returning f.storage_key
  )
  delete from public.stored_objects o using gone g where o.storage_key = g.storage_key;
  return null;
end $$;
revoke execute on function atelier.drop_bytes_of_conversation_file from public;

create trigger drop_bytes after delete on conversation_files
  for each row when (old.file_id is not null) execute function atelier.drop_bytes_of_conversation_file();
