-- Renews the lease of an executor with one statement for all its runs. Returns the runs that are to be cancelled, or null when
-- the executor is no longer known.
create or replace function atelier.renew_executor(me text, lease_ms integer) returns text[]
language plpgsql security definer set search_path = pg_catalog, pg_temp
  set jit = off set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  perform atelier.check_executor(me);
  update public.executors set lease_until = clock_timestamp() + lease_ms * interval '1 millisecond' where id = me;
  return array(select id from public.runs where owner = me and cancel_requested_at is not null);
end $$;
revoke execute on function atelier.renew_executor from public;
grant execute on function atelier.renew_executor to atelier_app;
