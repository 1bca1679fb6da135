-- Agents and their versions. The content of a version is what `AgentSettings` describes.
create table agents (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  id text not null,
  -- Name, description, mode, type and access are those of the newest version.
  name text not null,
  description text not null default '',
  mode text not null check (mode in ('CREW', 'FLOW', 'BUILDER')),
  agent_type text not null check (agent_type in ('Supervisor', 'Autonomous', 'Atelier Flow')),
  access text not null check (access in ('PUBLIC', 'PRIVATE')),
  active boolean not null default true,
  newest_version_id text not null,
  published_version_id text,
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
select atelier.protect('agents');
create unique index agents_name_taken on agents (tenant_id, lower(name));
create index agents_by_update on agents (tenant_id, updated_at desc, id desc);

create table agent_versions (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  id text not null,
  agent_id text not null,
  number integer not null,
  state text not null default 'DRAFT' check (state in ('DRAFT', 'LOCKED')),
  -- Rises with each save of a draft.
  revision integer not null default 1,
  settings jsonb not null,
  updated_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint agent_versions_agent foreign key (tenant_id, agent_id) references agents (tenant_id, id) on delete cascade,
  constraint agent_versions_number unique (tenant_id, agent_id, number)
);
create unique index agent_versions_one_draft on agent_versions (tenant_id, agent_id) where state = 'DRAFT';
select atelier.protect('agent_versions');

-- A locked version never changes: runs that began with it continue with it.
create function atelier.keep_locked_agent() returns trigger language plpgsql as $$
begin
  raise exception 'version % of an agent is locked', old.id using errcode = 'check_violation', constraint = 'agent_versions_locked';
end $$;
create trigger agent_versions_locked before update on agent_versions for each row
  when (old.state = 'LOCKED') execute function atelier.keep_locked_agent();

alter table agents add constraint agents_newest_version foreign key (tenant_id, newest_version_id)
  references agent_versions (tenant_id, id) deferrable initially deferred;
alter table agents add constraint agents_published_version foreign key (tenant_id, published_version_id)
  references agent_versions (tenant_id, id) deferrable initially deferred;
