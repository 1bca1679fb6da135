-- The knowledge base and the app that a quick start created for a user's first documents. The row is deleted with any of the
-- three.
create table quick_starts (
  tenant_id text not null default atelier.tenant(),
  user_id text not null,
  knowledge_base_id text not null,
  app_id text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references memberships (tenant_id, user_id) on delete cascade,
  foreign key (tenant_id, knowledge_base_id) references knowledge_bases (tenant_id, id) on delete cascade,
  foreign key (tenant_id, app_id) references apps (tenant_id, id) on delete cascade
);
select atelier.protect('quick_starts');
create index quick_starts_bases on quick_starts (tenant_id, knowledge_base_id);
create index quick_starts_apps on quick_starts (tenant_id, app_id);
