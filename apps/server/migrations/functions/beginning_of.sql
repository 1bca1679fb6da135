-- Returns the beginning of the period of a limit that a moment belongs to.
create or replace function atelier.beginning_of(p_period text) returns timestamptz language sql stable as
  $$ select date_trunc(lower(p_period), now() at time zone 'utc') at time zone 'utc' $$;
grant execute on function atelier.beginning_of to atelier_app;
