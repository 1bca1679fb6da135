-- True while the process is connected to this database.
create or replace function atelier.is_process_alive(p_process integer) returns boolean language sql stable as $$
  select exists (select from pg_catalog.pg_locks l
    where l.locktype = 'advisory' and l.classid = 8 and l.objid = p_process::oid and l.objsubid = 2
      and l.database = (select d.oid from pg_catalog.pg_database d where d.datname = current_database()))
$$;
grant execute on function atelier.is_process_alive to atelier_app;
