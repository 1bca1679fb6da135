-- The tokens of each account that is forgotten are withdrawn at the service. The database notices it, because accounts also go with the
-- member who leaves, with the user who is deleted, with the server, and with another account that takes their place.
create or replace function atelier.withdraw_account() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- A company that is deleted takes its orders with it; its accounts were withdrawn before.
  if not exists (select 1 from public.tenants t where t.id = old.tenant_id) then return null; end if;
  insert into public.mcp_withdrawals (tenant_id, id, mcp_id, person_id, secrets, site, ordered_at)
    values (old.tenant_id, old.id, old.mcp_id, old.person_id, old.secrets, old.site, now());
  perform atelier.add_job('tools.withdraw-mcp-account', json_build_object('grantId', old.id, 'tenantId', old.tenant_id),
    'tools.withdraw-mcp-account ' || old.id, null, 12);
  return null;
end $$;
revoke execute on function atelier.withdraw_account from public;
