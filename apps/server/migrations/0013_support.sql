-- Questions to support with their answers, and counts of opened screens.

-- One conversation with support for each user of a tenant. Not tenant-bound, because one inbox serves all tenants; contains ids
-- only. The messages are in support_messages.
create table support_inbox (
  id text primary key,
  tenant_id text not null references tenants (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  state text not null default 'OPEN' check (state in ('OPEN', 'ANSWERED')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint support_inbox_person unique (tenant_id, user_id),
  constraint support_inbox_tenant_id unique (tenant_id, id)
);
create index support_inbox_by_update on support_inbox (updated_at desc, id);
create index support_inbox_by_user on support_inbox (user_id);
grant select, insert, update, delete on support_inbox to atelier_app;

create table support_messages (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  id text not null,
  question_id text not null,
  author text not null check (author in ('PERSON', 'STAFF')),
  author_name text not null,
  text text not null,
  -- The context of a message: the path of the screen, the version of the product, the visit.
  screen text,
  app_version text,
  session_id text,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  foreign key (tenant_id, question_id) references support_inbox (tenant_id, id) on delete cascade
);
create index support_messages_by_question on support_messages (tenant_id, question_id, created_at);
select atelier.protect('support_messages');

-- Counts for the operator, without users and ids of objects. Not tenant-bound, because the counts of all tenants are read
-- together.
create table screen_views (
  tenant_id text not null references tenants (id) on delete cascade,
  day date not null,
  screen text not null,
  views integer not null,
  primary key (tenant_id, day, screen)
);
create index screen_views_by_day on screen_views (day);
grant select, insert, update, delete on screen_views to atelier_app;

-- Supports the frequent check whether a member has ever asked an app.
create index conversations_of_members on conversations (tenant_id) where user_id is not null;
