-- Every transaction sums to zero; checked when the database transaction commits.
create or replace function atelier.check_ledger_zero() returns trigger language plpgsql as $$
begin
  if (select sum(amount) from ledger_entries where tenant_id = new.tenant_id and transaction_id = new.transaction_id) <> 0 then
    raise exception 'ledger transaction % does not sum to zero', new.transaction_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
