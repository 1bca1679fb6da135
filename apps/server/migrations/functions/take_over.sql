-- Releases the runs of dead executors, whose lock no session holds. An executor whose lease is over and that still holds its lock
-- is frozen or unreachable: its sessions are ended, and the next call finds the lock free. Returns how many runs were released.
create or replace function atelier.take_over(me text) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp
  set jit = off set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  other record;
  freed integer;
  total integer := 0;
begin
  perform atelier.check_executor(me);
  for other in select id, writer_pid, reader_pid, lease_until from public.executors where id <> me loop
    if pg_try_advisory_xact_lock(7, hashtext(other.id)) then
      with held as (
        select tenant_id, id from public.runs where owner = other.id limit 1000 for no key update skip locked
      )
      update public.runs r set owner = null, ready_at = clock_timestamp(), losses = losses + 1 from held h
        where r.tenant_id = h.tenant_id and r.id = h.id;
      get diagnostics freed = row_count;
      total := total + freed;
      -- A transaction of the dead executor's process may still hold a run; it comes free with the next call.
      if not exists (select 1 from public.runs where owner = other.id) then delete from public.executors where id = other.id; end if;
    elsif other.lease_until < clock_timestamp() then
      perform pg_terminate_backend(a.pid) from pg_stat_activity a
        where a.pid in (other.writer_pid, other.reader_pid) and a.datname = current_database();
    end if;
  end loop;
  return total;
end $$;
revoke execute on function atelier.take_over from public;
grant execute on function atelier.take_over to atelier_app;
