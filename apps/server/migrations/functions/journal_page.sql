-- Returns up to `page` journal entries of a run after `after`, as JSON.
create or replace function atelier.journal_page(t text, run text, after integer, page integer) returns jsonb
language sql stable set search_path = pg_catalog, pg_temp
  set jit = off set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  select coalesce(jsonb_agg(jsonb_build_object('s', seq, 'n', name, 'o', op, 'v', result, 'b', stored_bytes, 'f', cause, 'c', cost,
    'a', attempts) order by seq), '[]')
  from (select * from public.run_journal where tenant_id = t and run_id = run and seq > after order by seq limit page) j
$$;
revoke execute on function atelier.journal_page from public;
grant execute on function atelier.journal_page to atelier_app;
