-- Flows and their versions. The content of a version is the flow by step name, as @atelier/flows reads it from the public JSON.
create table flows (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  id text not null,
  -- The name of the newest version.
  name text not null,
  status text not null default 'DISABLED' check (status in ('ENABLED', 'DISABLED')),
  newest_version_id text not null,
  published_version_id text,
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint flows_enabled_is_published check (status = 'DISABLED' or published_version_id is not null)
);
select atelier.protect('flows');
create index flows_by_update on flows (tenant_id, updated_at desc, id desc);

create table flow_versions (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  id text not null,
  flow_id text not null,
  number integer not null,
  state text not null default 'DRAFT' check (state in ('DRAFT', 'LOCKED')),
  -- Rises with each save of a draft.
  revision integer not null default 1,
  name text not null,
  content jsonb not null,
  problems jsonb not null default '[]',
  steps integer not null,
  -- What lists show: the names of the pieces, and the chosen triggers.
  pieces text[] not null,
  triggers jsonb not null,
  updated_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint flow_versions_flow foreign key (tenant_id, flow_id) references flows (tenant_id, id) on delete cascade,
  constraint flow_versions_number unique (tenant_id, flow_id, number)
);
create unique index flow_versions_one_draft on flow_versions (tenant_id, flow_id) where state = 'DRAFT';
select atelier.protect('flow_versions');

-- A locked version never changes: runs that began with it continue with it.
create function atelier.keep_locked_flow() returns trigger language plpgsql as $$
begin
  raise exception 'version % of a flow is locked', old.id using errcode = 'check_violation', constraint = 'flow_versions_locked';
end $$;
create trigger flow_versions_locked before update on flow_versions for each row
  when (old.state = 'LOCKED') execute function atelier.keep_locked_flow();

alter table flows add constraint flows_newest_version foreign key (tenant_id, newest_version_id)
  references flow_versions (tenant_id, id) deferrable initially deferred;
alter table flows add constraint flows_published_version foreign key (tenant_id, published_version_id)
  references flow_versions (tenant_id, id) deferrable initially deferred;

-- The triggers of the published version, and what they know. `next_at` is the only time at which a schedule fires next: a job that
-- comes for another time does nothing.
create table flow_triggers (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  flow_id text not null,
  name text not null,
  kind text not null,
  next_at timestamptz,
  state jsonb not null default 'null',
  -- The cause of the last failure to start; null when all is well.
  cause jsonb,
  primary key (tenant_id, flow_id, name),
  foreign key (tenant_id, flow_id) references flows (tenant_id, id) on delete cascade
);
select atelier.protect('flow_triggers');

-- Values that steps store. The flow is empty for those that all flows share.
create table flow_values (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  flow_id text not null,
  key text not null,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, flow_id, key)
);
select atelier.protect('flow_values');
