-- The tables that every feature depends on: tenants, the run engine, audit, events, mail outbox.
-- The role atelier_app exists before this runs (kernel/db/roles.ts); it owns nothing and bypasses nothing.

create schema atelier;
grant usage on schema atelier to atelier_app;

-- Binds a table to its tenant: forced row-level policy and grants. `nullif` keeps a pooled connection whose
-- setting was reset to '' from seeing rows without a tenant.
create function atelier.protect(target regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy tenant_rows on %s using (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')) '
    'with check (tenant_id = nullif(current_setting(''app.tenant_id'', true), ''''))', target);
  execute format('grant select, insert, update, delete on %s to atelier_app', target);
end $$;

-- The default of every tenant_id column, so that a repository never has to name the tenant.
create function atelier.tenant() returns text language sql stable as
  $$ select nullif(current_setting('app.tenant_id', true), '') $$;
grant execute on function atelier.tenant() to atelier_app;

create table tenants (
  id text primary key,
  name text not null,
  slug text not null unique,
  logo text,
  metadata text,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'DISABLED')),
  created_at timestamptz not null default now()
);
grant select, insert, update, delete on tenants to atelier_app;

-- The tenant of the app or agent that a public link names. Contains ids only.
create table public_objects (
  id text primary key,
  tenant_id text not null references tenants (id) on delete cascade,
  kind text not null
);
grant select, insert, delete on public_objects to atelier_app;

create table runs (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  id text not null,
  kind text not null,
  subject_id text not null,
  status text not null default 'QUEUED' check (status in ('QUEUED', 'RUNNING', 'WAITING', 'COMPLETED', 'FAILED', 'CANCELLED')),
  stage text,
  progress real not null default 0 check (progress >= 0 and progress <= 1),
  input jsonb not null default '{}',
  checkpoint jsonb not null default '{}',
  cause jsonb,
  note text,
  attempts integer not null default 0,
  cancel_requested_at timestamptz,
  actor jsonb not null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  primary key (tenant_id, id)
);
create index runs_by_subject on runs (tenant_id, subject_id, created_at desc);
create index runs_open on runs (tenant_id, kind) where status in ('QUEUED', 'RUNNING', 'WAITING');
select atelier.protect('runs');

-- Terminal states never change.
create function atelier.keep_terminal() returns trigger language plpgsql as $$
begin
  raise exception 'run % is finished and cannot change', old.id using errcode = 'check_violation', constraint = 'runs_terminal';
end $$;
create trigger runs_terminal before update on runs for each row
  when (old.status in ('COMPLETED', 'FAILED', 'CANCELLED')) execute function atelier.keep_terminal();

-- The runs that wait for a worker, and the worker that holds each. Not tenant-bound, because one dispatcher serves all tenants;
-- contains ids only.
create table run_queue (
  run_id text primary key,
  tenant_id text not null references tenants (id) on delete cascade,
  kind text not null,
  available_at timestamptz not null default now(),
  created_at timestamptz not null default clock_timestamp(),
  attempts integer not null default 0,
  lease_owner text,
  lease_until timestamptz,
  cancelled boolean not null default false
);
create index run_queue_waiting on run_queue (available_at) where lease_until is null;
create index run_queue_leased on run_queue (tenant_id, lease_until) where lease_until is not null;
grant select, insert, update, delete on run_queue to atelier_app;

create table events (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  id text not null,
  type text not null,
  payload jsonb not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
select atelier.protect('events');

create table audit_log (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  id text not null,
  action text not null,
  subject_id text not null,
  actor jsonb not null,
  details jsonb not null default '{}',
  request_id text not null,
  address text,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index audit_log_by_time on audit_log (tenant_id, created_at desc);
select atelier.protect('audit_log');
revoke update, delete on audit_log from atelier_app;

create table mail_outbox (
  id text primary key,
  to_address text not null,
  subject text not null,
  text text not null,
  html text not null,
  created_at timestamptz not null default now()
);
grant select, insert, delete on mail_outbox to atelier_app;

-- The application role may order a job but not touch the queue's own tables.
create function atelier.add_job(task text, payload json, job_key text, run_at timestamptz, max_attempts integer)
returns void language sql security definer set search_path = pg_catalog, pg_temp as
  $$ select graphile_worker.add_job(task, payload, null, run_at, max_attempts, job_key) $$;
revoke all on function atelier.add_job from public;
grant execute on function atelier.add_job to atelier_app;
