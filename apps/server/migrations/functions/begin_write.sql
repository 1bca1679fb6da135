-- Locks a run and notes an operation of it that has no value, as the first statement of a transaction whose commit leaves at once. It fails
-- the transaction when the run is in other hands, so that the commit need not wait until the process has seen that.
create or replace function atelier.begin_write(p_run text, p_owner text, p_epoch integer, p_seq integer, p_name text) returns void language plpgsql as $$
begin
  perform 1 from public.runs r
  where r.tenant_id = atelier.tenant() and r.id = p_run and r.owner = p_owner and r.epoch = p_epoch for no key update;
  if not found then raise exception 'a run is no longer in these hands' using errcode = 'RUN01'; end if;
  insert into public.run_journal (tenant_id, run_id, seq, name, op, result) values (atelier.tenant(), p_run, p_seq, p_name, 'transaction', 'null');
end $$;
revoke execute on function atelier.begin_write from public;
grant execute on function atelier.begin_write to atelier_app;
