-- A named statement keeps its plan until the statistics of a table change. A plan from the time when a table had few rows reads
-- the whole table once it has many, so tables are analysed when they have grown, without waiting for autovacuum.

-- Analyses each table that has grown by a fifth, and by 20 pages at least, since it was last analysed or vacuumed. Returns
-- their names. Sizes are read from the files, because the counters of changed rows come up to ten seconds late.
create function atelier.refresh_statistics() returns text[] language plpgsql security definer
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
      and pg_relation_size(c.oid) > (c.relpages * 1.2 + 20) * current_setting('block_size')::int
  loop
    execute format('analyze (skip_locked) %s', grown);
    analysed := analysed || grown::text;
  end loop;
  return analysed;
end $$;
revoke execute on function atelier.refresh_statistics from public;
grant execute on function atelier.refresh_statistics to atelier_app;

-- No condition compares long texts or bytes, and sampling them is most of the work of analysing.
alter table chunks alter column text set statistics 0;
alter table document_sections alter column text set statistics 0;
alter table index_segments alter column data set statistics 0;
alter table merged_segments alter column data set statistics 0;
alter table messages alter column question set statistics 0, alter column answer set statistics 0;
