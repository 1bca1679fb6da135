-- Agents remember app users too: a fact is about a member or about an app user, and is seen by that person alone.
alter table agent_memories
  alter column user_id drop not null,
  add column app_user_id text,
  add constraint agent_memories_app_user foreign key (tenant_id, app_user_id) references app_users (tenant_id, id) on delete cascade,
  add constraint agent_memories_person check (num_nonnulls(user_id, app_user_id) = 1);
drop policy own_memories on agent_memories;
create policy own_memories on agent_memories as restrictive
  using (coalesce(user_id, app_user_id) = nullif(current_setting('app.person', true), ''))
  with check (coalesce(user_id, app_user_id) = nullif(current_setting('app.person', true), ''));
create index agent_memories_by_app_user on agent_memories (tenant_id, app_user_id, agent_id, updated_at desc)
  where app_user_id is not null;
