-- Binds a table to its tenant: forced row-level policy and grants. `nullif` keeps a pooled connection whose
-- setting was reset to '' from seeing rows without a tenant.
create or replace function atelier.protect(target regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy tenant_rows on %s using (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')) '
    'with check (tenant_id = nullif(current_setting(''app.tenant_id'', true), ''''))', target);
  execute format('grant select, insert, update, delete on %s to atelier_app', target);
end $$;
