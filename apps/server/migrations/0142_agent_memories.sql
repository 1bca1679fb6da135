-- What agents remember about the members with whom they work. Besides the company, the person of the transaction is compared: a row can be
-- read and written by nobody else, whatever a statement asks for.
create table agent_memories (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  id text not null,
  agent_id text not null,
  user_id text not null,
  fact text not null check (char_length(fact) between 1 and 300),
  -- True when the model had read text by others before it wrote the fact.
  is_foreign boolean not null default false,
  -- The run in which the fact was written; null once the person has changed it.
  run_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint agent_memories_agent foreign key (tenant_id, agent_id) references agents (tenant_id, id) on delete cascade,
  constraint agent_memories_member foreign key (tenant_id, user_id) references memberships (tenant_id, user_id) on delete cascade
);
select atelier.protect('agent_memories');
create policy own_memories on agent_memories as restrictive
  using (user_id = nullif(current_setting('app.person', true), ''))
  with check (user_id = nullif(current_setting('app.person', true), ''));
create index agent_memories_by_person on agent_memories (tenant_id, user_id, agent_id, updated_at desc);
create index agent_memories_by_agent on agent_memories (tenant_id, agent_id);
