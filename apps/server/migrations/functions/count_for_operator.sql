-- Counts the most that a hold may cost the operator, and returns the sums including it. The caller holds the tenant's
-- subscription row, as every hold and settlement does, so that rows are locked in one order.
create or replace function atelier.count_for_operator(
  p_hold_id text, p_amount bigint,
  out of_company bigint, out of_day bigint, out of_month bigint
) language plpgsql as $$
declare
  today date := (now() at time zone 'utc')::date;
  this_month date := date_trunc('month', today)::date;
begin
  insert into operator_spending as s (month, tenant_id, month_amount, day, day_amount)
    values (this_month, atelier.tenant(), p_amount, today, p_amount)
    on conflict (month, tenant_id) do update set
      month_amount = s.month_amount + p_amount,
      day_amount = p_amount + case when s.day = today then s.day_amount else 0 end,
      day = today
    returning s.month_amount into of_company;
  if of_company = p_amount then
    delete from operator_spending where month < this_month - interval '2 months';
  end if;
  select sum(month_amount), coalesce(sum(day_amount) filter (where day = today), 0) into of_month, of_day
    from operator_spending where month = this_month;
  update ledger_holds set operator_amount = p_amount where tenant_id = atelier.tenant() and id = p_hold_id;
end $$;
grant execute on function atelier.count_for_operator to atelier_app;
