-- Orders one check for each company with a rule that is on. A job with the same key replaces one that still waits.
create or replace function atelier.order_alert_checks() returns integer language sql security definer set search_path = pg_catalog, pg_temp as $$
  with companies as (select distinct r.tenant_id from public.alert_rules r where r.enabled),
  ordered as (
    select c.tenant_id, atelier.add_job('monitoring.check-alerts', json_build_object('tenantId', c.tenant_id),
      'monitoring.check-alerts:' || c.tenant_id, null, 3) from companies c
  )
  select count(tenant_id)::integer from ordered;
$$;
revoke execute on function atelier.order_alert_checks from public;
grant execute on function atelier.order_alert_checks to atelier_app;
