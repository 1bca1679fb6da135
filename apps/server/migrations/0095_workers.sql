-- Workers: an agent, a crew or a flow that is deployed with a queue of inputs and places for its results.
create table workers (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  id text not null,
  name text not null,
  description text not null default '',
  template_id text,
  -- What it runs. A target that was deleted leaves the worker offline, so there is no foreign key.
  target_kind text not null check (target_kind in ('AGENT', 'CREW', 'FLOW')),
  target_id text not null,
  instructions text not null default '',
  outputs jsonb not null default '[]',
  approval text not null default 'NEVER' check (approval in ('NEVER', 'ALWAYS')),
  sample_data jsonb not null default '[]',
  access text not null check (access in ('PUBLIC', 'PRIVATE')),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'PAUSED', 'DEACTIVATED')),
  revision integer not null default 1,
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
select atelier.protect('workers');
create unique index workers_name_taken on workers (tenant_id, lower(name));
create index workers_by_update on workers (tenant_id, updated_at desc, id desc);
create index workers_by_target on workers (tenant_id, target_id);

-- The queue inputs of a worker, and what they know. `next_at` is the only time at which an input looks or starts next: a job that comes for
-- another time does nothing. Null while the worker takes nothing.
create table worker_inputs (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  id text not null,
  worker_id text not null,
  place integer not null,
  kind text not null check (kind in ('UPLOAD', 'WEBHOOK', 'SCHEDULE', 'API', 'MAIL', 'APP', 'WORKER')),
  settings jsonb not null,
  next_at timestamptz,
  looked_at timestamptz,
  -- What a reader of the input remembers, for example the newest mail.
  state jsonb,
  -- The cause of the last failure to take something; null when all is well.
  cause jsonb,
  primary key (tenant_id, id),
  constraint worker_inputs_worker foreign key (tenant_id, worker_id) references workers (tenant_id, id) on delete cascade
);
select atelier.protect('worker_inputs');
create index worker_inputs_by_worker on worker_inputs (tenant_id, worker_id, place);

-- Records: one input each, with what was done with it.
create table worker_records (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  id text not null,
  worker_id text not null,
  name text not null,
  input_kind text not null check (input_kind in ('UPLOAD', 'WEBHOOK', 'SCHEDULE', 'API', 'MAIL', 'APP', 'WORKER')),
  -- The same input is taken once: the key is that of the input, for example the id of a mail.
  input_key text,
  -- `{ "value": … }`, of which `RecordInput` describes the value, and the text that it came with.
  input jsonb not null,
  source_text text not null default '',
  parsed_source jsonb,
  moment_date text not null,
  moment_time text not null,
  is_sample boolean not null default false,
  -- The number of workers that passed this on in a row.
  depth integer not null default 0,
  -- The hash of the unguessable id with which a visitor reads the record; null for records of everybody else.
  visitor_key_hash text,
  status text not null default 'PENDING' check (status in ('COMPLETED', 'ERRORED', 'FAILED', 'PENDING')),
  stage text not null default 'QUEUED' check (stage in ('HELD', 'QUEUED', 'WORKING', 'WAITING', 'DELIVERING', 'ENDED')),
  cause jsonb,
  output_text text not null default '',
  output_data jsonb,
  -- Null while the worker is paused.
  run_id text,
  feedback jsonb,
  created_by text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (tenant_id, id),
  constraint worker_records_worker foreign key (tenant_id, worker_id) references workers (tenant_id, id) on delete cascade,
  constraint worker_records_ended check ((status = 'PENDING') = (ended_at is null))
);
select atelier.protect('worker_records');
create unique index worker_records_input on worker_records (tenant_id, worker_id, input_key);
create unique index worker_records_visitor on worker_records (visitor_key_hash) where visitor_key_hash is not null;
create index worker_records_by_worker on worker_records (tenant_id, worker_id, created_at desc, id desc);
create index worker_records_by_run on worker_records (tenant_id, run_id);
create index worker_records_by_time on worker_records (tenant_id, created_at desc, id desc);

-- The files of records: those that came with the input, and those that the worker made.
create table worker_record_files (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  record_id text not null,
  file_id text not null,
  element text not null check (element in ('INPUT', 'OUTPUT')),
  place integer not null,
  primary key (tenant_id, record_id, file_id),
  foreign key (tenant_id, record_id) references worker_records (tenant_id, id) on delete cascade,
  foreign key (tenant_id, file_id) references files (tenant_id, id) on delete cascade
);
select atelier.protect('worker_record_files');
create index worker_record_files_by_file on worker_record_files (tenant_id, file_id);

-- What was done with a record, step by step. The name is that of the step in the run.
create table worker_record_activities (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  record_id text not null,
  name text not null,
  at integer not null,
  element text not null check (element in ('ACTIVITY', 'INPUT', 'OUTPUT')),
  title text not null,
  status text not null default 'PENDING' check (status in ('COMPLETED', 'ERRORED', 'FAILED', 'PENDING')),
  cause jsonb,
  detail text not null default '',
  run jsonb,
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (tenant_id, record_id, name),
  foreign key (tenant_id, record_id) references worker_records (tenant_id, id) on delete cascade
);
select atelier.protect('worker_record_activities');

-- The rows that records appended to tables. A record appends once to each table.
create table worker_table_rows (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  worker_id text not null,
  -- The name of the table, which is that of its CSV file.
  name text not null,
  record_id text not null,
  output_id text not null,
  -- The values by the names of the columns.
  cells jsonb not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, record_id, output_id),
  foreign key (tenant_id, worker_id) references workers (tenant_id, id) on delete cascade,
  foreign key (tenant_id, record_id) references worker_records (tenant_id, id) on delete cascade
);
select atelier.protect('worker_table_rows');
create index worker_table_rows_by_table on worker_table_rows (tenant_id, worker_id, name, created_at, record_id);

-- A transaction of a visitor names the hash of the one id that they know, and sees that record only. The policies narrow those of the company.
create function atelier.visitor_key() returns text language sql stable as
  $$ select nullif(current_setting('app.visitor_key', true), '') $$;
grant execute on function atelier.visitor_key() to atelier_app;
create policy own_record on worker_records as restrictive
  using (atelier.visitor_key() is null or visitor_key_hash = atelier.visitor_key())
  with check (atelier.visitor_key() is null or visitor_key_hash = atelier.visitor_key());
create policy own_record on worker_record_files as restrictive
  using (atelier.visitor_key() is null or exists (select 1 from worker_records r where r.id = record_id));
create policy own_record on worker_record_activities as restrictive
  using (atelier.visitor_key() is null or exists (select 1 from worker_records r where r.id = record_id));
create policy own_record on worker_table_rows as restrictive using (atelier.visitor_key() is null);
