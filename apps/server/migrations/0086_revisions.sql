-- A process may use data that it keeps in memory as long as its subject has the same revision (docs/adr/0025-revisions.md). The
-- subject is the id of a tenant or of a user. The revision is the transaction that changed it last; revisions are compared for
-- equality only, and a subject without a row has not changed yet. Rows stay when their subject is deleted, so that no revision
-- occurs twice.
create table public.revisions (subject text primary key, revision bigint not null);
grant select on public.revisions to atelier_app;

create function atelier.revise() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  changed text := case when tg_op = 'INSERT' then to_jsonb(new) else to_jsonb(old) end ->> tg_argv[0];
begin
  insert into public.revisions as r (subject, revision) values (changed, pg_current_xact_id()::text::bigint)
    on conflict (subject) do update set revision = excluded.revision where r.revision <> excluded.revision;
  return null;
end
$$;

-- Gives a subject a new revision with each change of a table. `subject` is the column with its id, `events` the operations that
-- count. The trigger runs at the end of the transaction, so that no transaction holds the row of a revision for longer than its
-- commit takes.
create function atelier.revise_with(target regclass, subject text, events text, condition text default 'true') returns void
language plpgsql as $$
begin
  execute format('create constraint trigger %I after %s on %s deferrable initially deferred for each row when (%s) execute function atelier.revise(%L)',
    'revise_' || subject || '_' || substr(md5(events || condition), 1, 8), events, target, condition, subject);
end
$$;

-- The rows that authentication reads: the session or key, the membership, the user, and the status of the tenant.
select atelier.revise_with('sessions', 'user_id', 'delete', 'old.expires_at > now()');
select atelier.revise_with('sessions', 'user_id', 'update of tenant_id, expires_at, refreshed_at',
  'old.tenant_id is distinct from new.tenant_id or new.expires_at < old.expires_at or new.refreshed_at < old.refreshed_at');
select atelier.revise_with('api_keys', 'user_id', 'delete');
select atelier.revise_with('api_keys', 'user_id', 'update');
select atelier.revise_with('memberships', 'user_id', 'delete');
select atelier.revise_with('memberships', 'user_id', 'update of role', 'old.role is distinct from new.role');
select atelier.revise_with('users', 'id', 'update of name, email, email_verified, mail_proven');
select atelier.revise_with('users', 'id', 'delete');
select atelier.revise_with('tenants', 'id', 'update of status', 'old.status is distinct from new.status');
select atelier.revise_with('tenants', 'id', 'delete');
