-- Orders the runs of the flows that wait for an event of the product. The function belongs to the owner of the tables, to whom the forced
-- policies apply as well.
create or replace function atelier.tell_flows(t text, event text, subject text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  id text := 'evt_' || replace(gen_random_uuid()::text, '-', '');
begin
  if not exists (select 1 from public.flow_triggers f where f.tenant_id = t and f.events <> '{}' and f.events @> array[event]) then
    return;
  end if;
  insert into public.events (tenant_id, id, type, payload) values (t, id, 'flows.product_event', jsonb_build_object(
    'id', id, 'event', event, 'subjectId', subject, 'at', to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
  perform atelier.add_job('events.deliver', json_build_object('eventId', id, 'tenantId', t), null, null, 12);
end $$;
revoke execute on function atelier.tell_flows from public;
