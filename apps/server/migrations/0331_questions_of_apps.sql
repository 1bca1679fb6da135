-- The app of a question, so that its newest questions are found without reading all of them.
alter table messages add column app_id text;
-- The owner of the tables sees no rows of companies otherwise.
alter table messages no force row level security;
alter table conversations no force row level security;
update messages m set app_id = c.app_id from conversations c where c.tenant_id = m.tenant_id and c.id = m.conversation_id;
alter table messages force row level security;
alter table conversations force row level security;
alter table messages alter column app_id set not null;
create index messages_by_app on messages (tenant_id, app_id, created_at desc, id desc);

create function atelier.name_app_of_message() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  select c.app_id into new.app_id from conversations c where c.tenant_id = new.tenant_id and c.id = new.conversation_id;
  return new;
end $$;
create trigger messages_name_their_app before insert on messages for each row
  when (new.app_id is null) execute function atelier.name_app_of_message();
