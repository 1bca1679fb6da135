-- Durable runs: the recorded steps of a run are its journal, signals are messages to it, and executors are the processes that
-- work on runs (docs/adr/0024-durable-runs.md). The queue consists of three columns of the run itself.

alter table runs
  alter column subject_id drop not null,
  add column version integer not null default 1,
  add column engine integer not null default 1,
  -- The object that contains the subject, for example a knowledge base.
  add column scope_id text,
  -- The executor that works on it; null when none does. Each claim raises the epoch.
  add column owner text,
  add column epoch integer not null default 0,
  -- Exactly one of these is set while no executor works on it and it will continue by itself: it may be claimed now, it may be
  -- claimed from that time on, or it waits for a free slot of its concurrency limit.
  add column ready_at timestamptz,
  add column wake_at timestamptz,
  add column blocked_at timestamptz,
  -- 0 light, 1 heavy; an executor has separate slots for each.
  add column lane smallint not null default 0,
  -- Runs with a lower value go first within a tenant.
  add column priority smallint not null default 0,
  -- Counts the messages to the run: signals, ended children, cancellation.
  add column inbox integer not null default 0,
  add column parent_id text,
  -- True when another run than its parent waits for its end (run_watchers).
  add column is_watched boolean not null default false,
  add column limit_key text,
  add column limit_size integer,
  add column throttle_key text,
  add column throttle_size integer,
  add column throttle_ms bigint,
  add column losses integer not null default 0,
  -- Micro-credits.
  add column cost bigint not null default 0,
  add column budget bigint,
  -- The run whose idempotency keys a retry continues to use.
  add column root_id text,
  add column origin_id text,
  -- True when it is kept as long as its subject; otherwise it is kept as long as its tenant keeps runs.
  add column is_kept boolean not null default true,
  -- JSON.
  add column output text,
  -- The data about its progress that the definition shows in addition to fraction and stage.
  add column detail jsonb;

drop index runs_by_subject;
alter table runs set (fillfactor = 70);
create index runs_by_subject on runs (tenant_id, subject_id, created_at desc) where subject_id is not null;
create index runs_by_scope on runs (tenant_id, scope_id, kind) where scope_id is not null;
create index runs_by_parent on runs (tenant_id, parent_id) where parent_id is not null;
create index runs_owned on runs (owner) where owner is not null;
create index runs_ready on runs (lane, tenant_id, priority, ready_at) where ready_at is not null;
create index runs_asleep on runs (wake_at) where wake_at is not null;
create index runs_limited on runs (tenant_id, limit_key)
  where limit_key is not null and (owner is not null or ready_at is not null);
create index runs_blocked on runs (tenant_id, limit_key, priority, blocked_at) where blocked_at is not null;

-- The journal: the operations of a run in the order of their calls. Rows are only added while a run is executed. There are no
-- foreign keys, which would lock and check a row for each step; the trigger below deletes rows with their run.
create table run_journal (
  tenant_id text not null default atelier.tenant(),
  run_id text not null,
  seq integer not null,
  name text not null,
  op text not null,
  -- JSON; null when it is stored in run_results, or when the step failed.
  result text,
  -- The size in bytes of the result in run_results.
  stored_bytes integer,
  input text,
  cause jsonb,
  -- The idempotency key that an outward step was called with.
  key text,
  attempts smallint not null default 1,
  cost bigint not null default 0,
  ms integer not null default 0,
  at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, run_id, seq)
);
select atelier.protect('run_journal');

-- Results above the inline limit, in parts of limited length.
create table run_results (
  tenant_id text not null default atelier.tenant(),
  run_id text not null,
  seq integer not null,
  part integer not null,
  data text not null,
  primary key (tenant_id, run_id, seq, part)
);
alter table run_results alter column data set storage external, alter column data set statistics 0;
select atelier.protect('run_results');

create table run_signals (
  tenant_id text not null default atelier.tenant(),
  run_id text not null,
  id text not null,
  name text not null,
  payload text not null,
  at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, run_id, id)
);
select atelier.protect('run_signals');

-- The runs that wait for the end of a run that they did not start.
create table run_watchers (
  tenant_id text not null default atelier.tenant(),
  run_id text not null,
  watcher_id text not null,
  primary key (tenant_id, run_id, watcher_id)
);
select atelier.protect('run_watchers');

-- The records of starting rules: idempotency keys, runs that collect or wait, rates.
create table run_keys (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  kind text not null,
  rule text not null,
  key text not null,
  run_id text,
  first_at timestamptz not null default now(),
  -- The time at which it is deleted; null: when its run has ended.
  expires_at timestamptz,
  -- The collected inputs of a batch.
  collected integer not null default 0,
  -- For a rate: the time from which the next start is within it (GCRA).
  free_at timestamptz,
  primary key (tenant_id, kind, rule, key)
);
select atelier.protect('run_keys');

-- The time for which a tenant keeps ended runs, if it differs from the server's default.
create table run_retention (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  days integer not null check (days between 1 and 3650),
  primary key (tenant_id)
);
select atelier.protect('run_retention');

-- The processes that execute runs. Each holds a shared advisory lock in both of its sessions; a free lock means that the executor
-- is dead. Belongs to no tenant.
create table executors (
  id text primary key,
  writer_pid integer not null,
  reader_pid integer not null,
  lease_until timestamptz not null,
  started_at timestamptz not null default now()
);
grant select on executors to atelier_app;

-- The engine's functions belong to the owner of the tables, to whom the forced policies apply as well, so they need a policy of
-- their own.
do $$
declare engine_table text;
begin
  foreach engine_table in array array['runs', 'run_journal', 'run_results', 'run_signals', 'run_watchers', 'run_keys', 'run_retention'] loop
    execute format('create policy engine_rows on %I to %I using (true) with check (true)', engine_table, current_user);
    execute format('alter policy tenant_rows on %I to atelier_app', engine_table);
  end loop;
end $$;

-- Everything that belongs to a run is deleted with it.
create function atelier.drop_run_parts() returns trigger language plpgsql security definer
  set search_path = pg_catalog, pg_temp as $$
begin
  delete from public.run_journal j using gone g where j.tenant_id = g.tenant_id and j.run_id = g.id;
  delete from public.run_results j using gone g where j.tenant_id = g.tenant_id and j.run_id = g.id;
  delete from public.run_signals j using gone g where j.tenant_id = g.tenant_id and j.run_id = g.id;
  delete from public.run_watchers j using gone g where j.tenant_id = g.tenant_id and (j.run_id = g.id or j.watcher_id = g.id);
  delete from public.run_keys j using gone g where j.tenant_id = g.tenant_id and j.kind = g.kind and j.run_id = g.id and j.free_at is null;
  return null;
end $$;
create trigger runs_dropped after delete on runs referencing old table as gone
  for each statement execute function atelier.drop_run_parts();
