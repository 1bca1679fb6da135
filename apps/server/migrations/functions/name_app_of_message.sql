-- Gives a message the app of its conversation, so that the newest questions of an app are found without reading all of them.
create or replace function atelier.name_app_of_message() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  select c.app_id into new.app_id from conversations c where c.tenant_id = new.tenant_id and c.id = new.conversation_id;
  return new;
end $$;
