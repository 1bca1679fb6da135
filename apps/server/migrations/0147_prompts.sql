-- The prompt library. `prompt` is the draft; what was published are the versions.
create table prompts (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  id text not null,
  name text not null check (length(name) between 1 and 150),
  description text not null default '',
  role text not null check (role in ('SYSTEM', 'ASSISTANT', 'USER')),
  prompt text not null default '',
  share_with text not null check (share_with in ('CUSTOM', 'EVERYONE')),
  shared_users text[] not null default '{}',
  shared_roles text[] not null default '{}',
  -- The published version, with its text, so that a list needs no second table.
  version integer,
  published text not null default '',
  published_role text not null default '',
  revision integer not null default 1,
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
select atelier.protect('prompts');
create unique index prompts_name_taken on prompts (tenant_id, lower(name));
create index prompts_by_update on prompts (tenant_id, updated_at desc, id desc);

create table prompt_versions (
  tenant_id text not null default atelier.tenant(),
  prompt_id text not null,
  number integer not null,
  role text not null,
  prompt text not null,
  published_by text not null,
  published_at timestamptz not null default now(),
  primary key (tenant_id, prompt_id, number),
  foreign key (tenant_id, prompt_id) references prompts (tenant_id, id) on delete cascade
);
select atelier.protect('prompt_versions');
