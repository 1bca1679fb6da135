-- The default of every tenant_id column, so that a repository never has to name the tenant.
create or replace function atelier.tenant() returns text language sql stable as
  $$ select nullif(current_setting('app.tenant_id', true), '') $$;
grant execute on function atelier.tenant to atelier_app;
