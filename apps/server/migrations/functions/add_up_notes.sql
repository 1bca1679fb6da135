-- Adds notes of all companies to the figures of their hours, and returns their number. Notes disappear in the statement that
-- adds them, so each is added once. Both tables have the same columns of figures, which the catalogue lists, and the hours have a column
-- for each class of times, named after its end.
create or replace function atelier.add_up_notes(most integer) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  added integer;
  named text;
  summed text;
  raised text;
begin
  with figures as (
    select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = 'public.monitor_notes'::regclass and attnum > 0 and not attisdropped
      and attname not in ('tenant_id', 'id', 'kind', 'subject_id', 'hour', 'ms')
  ), classes as (
    select attname as name, nullif(substr(attname, 4), 'more')::bigint as ends,
      lag(nullif(substr(attname, 4), 'more')::bigint) over (order by nullif(substr(attname, 4), 'more')::bigint nulls last) as begins
    from pg_attribute where attrelid = 'public.monitor_hours'::regclass and starts_with(attname, 'ms_') and not attisdropped
  ), parts as (
    select name, format('sum(g.%I)::%s', name, type) as total from figures
    union all
    select name, format('count(*) filter (where %s)', concat_ws(' and ', 'g.ms >= ' || begins, 'g.ms < ' || ends)) from classes
  )
  select string_agg(quote_ident(name), ', '), string_agg(total, ', '), string_agg(format('%1$I = h.%1$I + excluded.%1$I', name), ', ')
  into named, summed, raised from parts;
  execute format($query$
    with taken as (
      select n.tenant_id, n.id from public.monitor_notes n limit $1 for update skip locked
    ), gone as (
      delete from public.monitor_notes n using taken o where n.tenant_id = o.tenant_id and n.id = o.id returning n.*
    ), stored as (
      insert into public.monitor_hours as h (tenant_id, kind, subject_id, hour, %s)
      select g.tenant_id, g.kind, g.subject_id, g.hour, %s from gone g group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (tenant_id, kind, subject_id, hour) do update set %s
    )
    select count(*) from gone $query$, named, summed, raised) into added using most;
  return added;
end $$;
revoke execute on function atelier.add_up_notes from public;
grant execute on function atelier.add_up_notes to atelier_app;
