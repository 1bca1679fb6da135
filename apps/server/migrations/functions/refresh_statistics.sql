-- Analyses each table that has grown by a fifth, and by two pages at least, since it was last analysed or vacuumed, and returns their
-- names. While the planner takes the documents of a knowledge base for none, questions right after a large import take one and a half times
-- as long. Sizes are read from the files, because the counters of changed rows come up to ten seconds late. The pages of a transaction that
-- is not yet committed count when its table is analysed, but its rows do not; so a table is analysed too when a fifth of its rows, and five
-- thousand at least, have changed since.
create or replace function atelier.refresh_statistics() returns text[] language plpgsql security definer
  set search_path = pg_catalog, pg_temp as $$
declare
  grown regclass;
  analysed text[] := '{}';
begin
  -- One at a time is enough, because a second one would find nothing to do.
  if not pg_try_advisory_xact_lock(7233100419) then return analysed; end if;
  for grown in
    select c.oid::regclass from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and c.relpersistence = 'p' and c.relowner = current_user::regrole
      and n.nspname not in ('pg_catalog', 'information_schema')
      and (
        pg_relation_size(c.oid) > (c.relpages * 1.2 + 2) * current_setting('block_size')::int
        or pg_stat_get_mod_since_analyze(c.oid) > greatest(c.reltuples, 0) * 0.2 + 5000
      )
  loop
    execute format('analyze (skip_locked) %s', grown);
    analysed := analysed || grown::text;
  end loop;
  return analysed;
end $$;
revoke execute on function atelier.refresh_statistics from public;
grant execute on function atelier.refresh_statistics to atelier_app;
