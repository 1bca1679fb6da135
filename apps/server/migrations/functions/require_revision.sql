-- Fails a transaction that has used remembered data (docs/adr/0025-revisions.md) of another revision than the present one. It is sent with
-- the commit, which then need not wait until the process has compared the revisions itself.
create or replace function atelier.require_revision(p_subject text, p_revision bigint) returns void language plpgsql stable as $$
begin
  if coalesce((select r.revision from public.revisions r where r.subject = p_subject), 0) <> p_revision then
    raise exception 'What was remembered about % is out of date.', p_subject using errcode = 'REV01';
  end if;
end $$;
revoke execute on function atelier.require_revision from public;
grant execute on function atelier.require_revision to atelier_app;
