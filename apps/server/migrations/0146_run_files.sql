-- Files of runs. A file lives as long as a run holds it, and for a day without one: a run that begins takes over what was uploaded for it.
create table run_files (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  file_id text not null,
  -- What the file was stored for, for example a flow.
  scope_id text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, file_id),
  foreign key (tenant_id, file_id) references files (tenant_id, id) on delete cascade
);
select atelier.protect('run_files');

create table run_file_holders (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  run_id text not null,
  file_id text not null,
  primary key (tenant_id, run_id, file_id),
  foreign key (tenant_id, run_id) references runs (tenant_id, id) on delete cascade,
  foreign key (tenant_id, file_id) references run_files (tenant_id, file_id) on delete cascade
);
select atelier.protect('run_file_holders');
create index run_file_holders_by_file on run_file_holders (tenant_id, file_id);

-- The sweep works for all companies, so it belongs to the owner of the tables, who has a policy of their own.
do $$
declare
  swept_table text;
begin
  foreach swept_table in array array['run_files', 'run_file_holders', 'files'] loop
    execute format('create policy engine_rows on %I to %I using (true) with check (true)', swept_table, current_user);
    execute format('alter policy tenant_rows on %I to atelier_app', swept_table);
  end loop;
end $$;

-- Deletes the rows of files that no run holds any more. Their bytes go with the sweep of the store.
create function atelier.drop_run_files(grace interval, most integer) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  dropped integer;
begin
  with idle as (
    select r.tenant_id, r.file_id from public.run_files r
    where r.created_at < now() - grace and not exists (
      select 1 from public.run_file_holders h where h.tenant_id = r.tenant_id and h.file_id = r.file_id)
    limit most for update of r skip locked
  ), gone as (
    delete from public.files f using idle i where f.tenant_id = i.tenant_id and f.id = i.file_id returning f.storage_key
  ), unreferenced as (
    delete from public.stored_objects o using gone g where o.storage_key = g.storage_key returning 1
  )
  select count(*) into dropped from unreferenced;
  return dropped;
end $$;
revoke execute on function atelier.drop_run_files from public;
grant execute on function atelier.drop_run_files to atelier_app;
