-- Gives a subject a new revision with each change of a table. `subject` is the column with its id, `events` the operations that
-- count. The trigger runs at the end of the transaction, so that no transaction holds the row of a revision for longer than its
-- commit takes.
create or replace function atelier.revise_with(target regclass, subject text, events text, condition text default 'true') returns void
language plpgsql as $$
begin
  execute format('create constraint trigger %I after %s on %s deferrable initially deferred for each row when (%s) execute function atelier.revise(%L)',
    'revise_' || subject || '_' || substr(md5(events || condition), 1, 8), events, target, condition, subject);
end
$$;
