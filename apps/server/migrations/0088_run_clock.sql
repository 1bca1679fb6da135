-- The heartbeat of an executor takes one statement instead of four. An executor that is alone and idle sends it rarely, because
-- notifications tell it about waiting runs and other executors.

-- Renews the lease of an executor (unless `lease_ms` is null), releases the runs of dead ones, and returns whether there are
-- other executors whose death has to be noticed, whether runs wait, and in how many milliseconds the next timer of a run is due.
-- `cancelled` is as in renew_executor.
create function atelier.watch_runs(me text, lease_ms integer, out cancelled text[], out freed integer, out others boolean,
  out waiting boolean, out due_in double precision)
language plpgsql security definer set search_path = pg_catalog, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  cancelled := case when lease_ms is null then '{}' else atelier.renew_executor(me, lease_ms) end;
  freed := atelier.take_over(me);
  others := exists (select 1 from public.executors where id <> me);
  waiting := exists (select 1 from public.runs where ready_at is not null);
  due_in := (select extract(epoch from min(wake_at) - clock_timestamp()) * 1000 from public.runs where wake_at is not null);
end $$;

revoke execute on function atelier.watch_runs from public;
grant execute on function atelier.watch_runs to atelier_app;

-- As before; the other executors are now notified that they are no longer alone.
create or replace function atelier.register_executor(me text, reader integer, lease_ms integer) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.executors (id, writer_pid, reader_pid, lease_until)
  values (me, pg_backend_pid(), reader, clock_timestamp() + lease_ms * interval '1 millisecond');
  perform pg_notify('atelier_live', json_build_object('tenantId', '*', 'topic', 'runs.executors', 'id', me)::text);
end $$;
