-- A transaction of a visitor names the hash of the one id that they know, and sees that record only. The policies narrow those of the company.
create or replace function atelier.visitor_key() returns text language sql stable as
  $$ select nullif(current_setting('app.visitor_key', true), '') $$;
grant execute on function atelier.visitor_key to atelier_app;
