-- Raises RUN02 unless the calling session is one of the executor's own.
create or replace function atelier.check_executor(me text) returns void
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  perform 1 from public.executors where id = me and pg_backend_pid() in (writer_pid, reader_pid);
  if not found then raise exception 'this session is not that of executor %', me using errcode = 'RUN02'; end if;
end $$;
revoke execute on function atelier.check_executor from public;
grant execute on function atelier.check_executor to atelier_app;
