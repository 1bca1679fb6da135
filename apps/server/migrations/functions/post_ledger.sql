-- Posts once per key; returns false when the key was posted before. Fails on an overdraft.
create or replace function atelier.post_ledger(
  p_id text, p_key text, p_kind text, p_reference text, p_details jsonb, p_entries jsonb
) returns boolean language plpgsql as $$
declare
  entry record;
begin
  insert into ledger_transactions (id, idempotency_key, kind, reference, details)
    values (p_id, p_key, p_kind, p_reference, p_details) on conflict (tenant_id, idempotency_key) do nothing;
  if not found then
    return false;
  end if;
  for entry in select key as account, value::bigint as amount from jsonb_each_text(p_entries)
    where value::bigint <> 0 order by key
  loop
    insert into ledger_entries (transaction_id, account, amount) values (p_id, entry.account, entry.amount);
    -- By update first: an insert would be judged by its own amount, not by the sum.
    update ledger_balances set amount = amount + entry.amount
      where tenant_id = atelier.tenant() and account = entry.account;
    if not found then
      insert into ledger_balances (account, amount) values (entry.account, entry.amount)
        on conflict (tenant_id, account) do update set amount = ledger_balances.amount + excluded.amount;
    end if;
  end loop;
  return true;
end $$;
grant execute on function atelier.post_ledger to atelier_app;
