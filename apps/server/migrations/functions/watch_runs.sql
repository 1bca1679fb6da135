-- Renews the lease of an executor (unless `lease_ms` is null), releases the runs of dead ones, and returns whether there are
-- other executors whose death has to be noticed, whether runs wait, and in how many milliseconds the next timer of a run is due.
-- `cancelled` is as in renew_executor.
create or replace function atelier.watch_runs(me text, lease_ms integer, out cancelled text[], out freed integer, out others boolean,
  out waiting boolean, out due_in double precision)
language plpgsql security definer set search_path = pg_catalog, pg_temp
  set jit = off set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  cancelled := case when lease_ms is null then '{}' else atelier.renew_executor(me, lease_ms) end;
  freed := atelier.take_over(me);
  others := exists (select 1 from public.executors where id <> me);
  waiting := exists (select 1 from public.runs where ready_at is not null);
  due_in := (select extract(epoch from min(wake_at) - clock_timestamp()) * 1000 from public.runs where wake_at is not null);
end $$;
revoke execute on function atelier.watch_runs from public;
grant execute on function atelier.watch_runs to atelier_app;
