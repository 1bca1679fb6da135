-- A call that could not be read is a line among the records of its worker, on which nothing works.
alter table worker_records drop constraint worker_records_stage_check;
alter table worker_records add constraint worker_records_stage_check
  check (stage in ('HELD', 'QUEUED', 'WORKING', 'WAITING', 'DELIVERING', 'ENDED', 'REFUSED'));
create index worker_records_refused on worker_records (tenant_id, worker_id, created_at) where stage = 'REFUSED';
