-- The colour and the name of the button with which other sites open an app in a frame. They are read with its script.
alter table public_objects add column button_color text, add column button_label text;

drop view open_objects;
create view open_objects with (security_invoker = true) as
  select o.id, o.tenant_id, o.frame_sites, o.button_color, o.button_label
  from public_objects o join tenants t on t.id = o.tenant_id and t.status = 'ACTIVE';
grant select on open_objects to atelier_app;
