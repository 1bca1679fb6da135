-- Replaces the counted amount by the real cost.
create or replace function atelier.settle_for_operator(p_counted bigint, p_counted_at timestamptz, p_cost bigint)
returns void language sql as $$
  insert into operator_spending as s (month, tenant_id, month_amount, day, day_amount)
    select date_trunc('month', counted.day)::date, atelier.tenant(), p_cost, counted.day, p_cost
    from (select (p_counted_at at time zone 'utc')::date as day) as counted
    on conflict (month, tenant_id) do update set
      month_amount = greatest(0, s.month_amount + p_cost - p_counted),
      day_amount = case when s.day = excluded.day then greatest(0, s.day_amount + p_cost - p_counted) else s.day_amount end
$$;
grant execute on function atelier.settle_for_operator to atelier_app;
