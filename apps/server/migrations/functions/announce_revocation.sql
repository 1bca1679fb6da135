-- A permission that ends or changes takes effect everywhere at once. The database announces it at the commit, so that no
-- statement and no cascade can omit it; every process then checks the open streams of that user or tenant again
-- (kernel/live/streams.ts). The first argument of the trigger is the kind of the affected subject, the second the column with its
-- id.
create or replace function atelier.announce_revocation() returns trigger language plpgsql as $$
begin
  perform pg_notify('atelier_live', json_build_object(
    'tenantId', '', 'topic', 'revocations', 'id', tg_argv[0] || ':' || (to_jsonb(old) ->> tg_argv[1]))::text);
  return null;
end
$$;
