-- A claim joined its few candidates with all waiting runs by a hash join. With nested loops it reads only the candidates.
do $$
declare engine_function regprocedure;
begin
  for engine_function in
    select p.oid from pg_proc p where p.pronamespace = 'atelier'::regnamespace
      and p.proname in ('claim_runs', 'renew_executor', 'take_over', 'admit_run', 'fill_slots', 'wake_run', 'journal_page', 'signals_of')
  loop
    execute format('alter function %s set enable_hashjoin = off', engine_function);
    execute format('alter function %s set enable_mergejoin = off', engine_function);
  end loop;
end $$;
