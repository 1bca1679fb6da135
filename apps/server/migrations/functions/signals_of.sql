-- Returns the signals that arrived for a run as JSON, in the order of arrival.
create or replace function atelier.signals_of(t text, run text) returns jsonb
language sql stable set search_path = pg_catalog, pg_temp
  set jit = off set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'n', name, 'p', payload) order by at, id), '[]')
  from public.run_signals where tenant_id = t and run_id = run
$$;
revoke execute on function atelier.signals_of from public;
grant execute on function atelier.signals_of to atelier_app;
