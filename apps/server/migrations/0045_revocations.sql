-- A permission that ends or changes takes effect everywhere at once. The database announces it at the commit, so that no
-- statement and no cascade can omit it; every process then checks the open streams of that user or tenant again
-- (kernel/live/streams.ts). The first argument of the trigger is the kind of the affected subject, the second the column with its
-- id.
create function atelier.announce_revocation() returns trigger language plpgsql as $$
begin
  perform pg_notify('atelier_live', json_build_object(
    'tenantId', '', 'topic', 'revocations', 'id', tg_argv[0] || ':' || (to_jsonb(old) ->> tg_argv[1]))::text);
  return null;
end
$$;

-- A session that was signed out, ended, or moved to another tenant. Expired sessions are noticed without this.
create trigger sessions_ended after delete on sessions for each row when (old.expires_at > now())
  execute function atelier.announce_revocation('user', 'user_id');
create trigger sessions_moved after update of tenant_id on sessions for each row
  when (old.tenant_id is distinct from new.tenant_id)
  execute function atelier.announce_revocation('user', 'user_id');

create trigger api_keys_revoked after delete on api_keys for each row
  execute function atelier.announce_revocation('user', 'user_id');
create trigger api_keys_replaced after update of key_hash on api_keys for each row
  execute function atelier.announce_revocation('user', 'user_id');

create trigger memberships_ended after delete on memberships for each row
  execute function atelier.announce_revocation('user', 'user_id');
create trigger memberships_changed after update of role on memberships for each row when (old.role is distinct from new.role)
  execute function atelier.announce_revocation('user', 'user_id');

create trigger access_grants_removed after delete on access_grants for each row
  execute function atelier.announce_revocation('user', 'user_id');

create trigger tenants_closed after delete on tenants for each row
  execute function atelier.announce_revocation('tenant', 'id');
create trigger tenants_changed after update of status on tenants for each row when (old.status is distinct from new.status)
  execute function atelier.announce_revocation('tenant', 'id');

-- Things that everybody, or every member of the tenant, could see until now.
create trigger apps_removed after delete on apps for each row
  execute function atelier.announce_revocation('tenant', 'tenant_id');
create trigger apps_changed after update of access, active on apps for each row
  when (old.access is distinct from new.access or old.active is distinct from new.active)
  execute function atelier.announce_revocation('tenant', 'tenant_id');
create trigger knowledge_bases_removed after delete on knowledge_bases for each row
  execute function atelier.announce_revocation('tenant', 'tenant_id');
create trigger knowledge_bases_changed after update of share on knowledge_bases for each row
  when (old.share is distinct from new.share)
  execute function atelier.announce_revocation('tenant', 'tenant_id');
