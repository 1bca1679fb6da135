-- The icons and logos of apps. A picture is never changed; a new one gets a new id, and so a new address.
create table app_images (
  tenant_id text not null default atelier.tenant(),
  id text not null,
  app_id text not null,
  type text not null check (type in ('image/png', 'image/jpeg', 'image/webp')),
  bytes bytea not null check (octet_length(bytes) <= 1048576),
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, app_id) references apps (tenant_id, id) on delete cascade
);
create index app_images_by_app on app_images (tenant_id, app_id);
select atelier.protect('app_images');
revoke update on app_images from atelier_app;

-- What the visitors of an app told about themselves. A visitor is the hash of the unguessable id of their browser.
create table chat_users (
  tenant_id text not null default atelier.tenant(),
  app_id text not null,
  visitor_hash text not null,
  name text not null,
  email text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, app_id, visitor_hash),
  foreign key (tenant_id, app_id) references apps (tenant_id, id) on delete cascade
);
select atelier.protect('chat_users');
