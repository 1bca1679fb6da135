-- The milliseconds that threads and parsers computed for a company in each minute of the last two days.
create table computing_time (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  minute timestamptz not null,
  ms bigint not null check (ms >= 0),
  primary key (tenant_id, minute)
);
select atelier.protect('computing_time');
