-- Gives a subject, a tenant or a user, a new revision: the transaction that changed it last. Revisions are compared for equality only.
create or replace function atelier.revise() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  changed text := case when tg_op = 'INSERT' then to_jsonb(new) else to_jsonb(old) end ->> tg_argv[0];
begin
  insert into public.revisions as r (subject, revision) values (changed, pg_current_xact_id()::text::bigint)
    on conflict (subject) do update set revision = excluded.revision where r.revision <> excluded.revision;
  return null;
end
$$;
