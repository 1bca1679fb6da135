-- Registers an executor in the session that will write for it. Both of its sessions already hold its lock. The other executors are notified
-- that they are no longer alone.
create or replace function atelier.register_executor(me text, reader integer, lease_ms integer) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.executors (id, writer_pid, reader_pid, lease_until)
  values (me, pg_backend_pid(), reader, clock_timestamp() + lease_ms * interval '1 millisecond');
  perform pg_notify('atelier_live', json_build_object('tenantId', '*', 'topic', 'runs.executors', 'id', me)::text);
end $$;
revoke execute on function atelier.register_executor from public;
grant execute on function atelier.register_executor to atelier_app;
