-- The sites that may show what a public link leads to in a frame (WIDGET-01). Empty means none besides our own pages.
alter table public_objects add column frame_sites text[] not null default '{}';
grant update on public_objects to atelier_app;

create or replace view open_objects with (security_invoker = true) as
  select o.id, o.tenant_id, o.frame_sites
  from public_objects o join tenants t on t.id = o.tenant_id and t.status = 'ACTIVE';
