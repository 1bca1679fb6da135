-- A crew is an agent whose work others do. Its id begins with `crw_`, and its versions say who leads it.
alter table agents add column is_crew boolean not null default false;
create index agents_crews on agents (tenant_id, updated_at desc, id desc) where is_crew;

-- What the agents of a crew write down for each other while they work on a task.
create table crew_notes (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  run_id text not null,
  -- Counts from 1 within the run.
  at integer not null,
  author text not null,
  text text not null,
  written_at timestamptz not null default now(),
  primary key (tenant_id, run_id, at),
  constraint crew_notes_run foreign key (tenant_id, run_id) references runs (tenant_id, id) on delete cascade
);
select atelier.protect('crew_notes');
