-- The application role may order a job but not touch the queue's own tables.
create or replace function atelier.add_job(task text, payload json, job_key text, run_at timestamptz, max_attempts integer)
returns void language sql security definer set search_path = pg_catalog, pg_temp as
  $$ select graphile_worker.add_job(task, payload, null, run_at, max_attempts, job_key) $$;
revoke execute on function atelier.add_job from public;
grant execute on function atelier.add_job to atelier_app;
