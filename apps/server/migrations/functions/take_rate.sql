-- Returns the time at which a start within a rate of `size` per `period_ms` may happen (GCRA, with a burst of `size`). Without
-- `delays`, null means that the start is refused.
create or replace function atelier.take_rate(t text, k text, rate_rule text, rate_key text, size integer, period_ms bigint, delays boolean)
returns timestamptz language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  apart interval := (period_ms / size::numeric) * interval '1 millisecond';
  burst interval := (period_ms - period_ms / size::numeric) * interval '1 millisecond';
  free timestamptz;
  start_at timestamptz;
begin
  insert into public.run_keys (tenant_id, kind, rule, key, free_at) values (t, k, rate_rule, rate_key, clock_timestamp())
    on conflict do nothing;
  select greatest(free_at, clock_timestamp()) into free from public.run_keys
    where tenant_id = t and kind = k and rule = rate_rule and key = rate_key for update;
  start_at := greatest(free - burst, clock_timestamp());
  if start_at > clock_timestamp() and not delays then return null; end if;
  update public.run_keys set free_at = free + apart, expires_at = free + apart
    where tenant_id = t and kind = k and rule = rate_rule and key = rate_key;
  return start_at;
end $$;
revoke execute on function atelier.take_rate from public;
grant execute on function atelier.take_rate to atelier_app;
