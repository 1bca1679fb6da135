-- What the work on a record has cost up to its last result, in micro-credits: its runs are deleted before it is.
alter table worker_records add column micro_credits bigint not null default 0;
with recursive attempts as (
  select tenant_id, id as record_id, run_id from worker_records where run_id is not null
  union
  select a.tenant_id, a.record_id, r.origin_id from attempts a join runs r on r.tenant_id = a.tenant_id and r.id = a.run_id
  where r.origin_id is not null
), below as (
  select a.tenant_id, a.record_id, r.id, r.origin_id, r.cost from attempts a
    join runs r on r.tenant_id = a.tenant_id and r.parent_id = a.run_id
  union
  select b.tenant_id, b.record_id, r.id, r.origin_id, r.cost from below b join runs r on r.tenant_id = b.tenant_id and r.parent_id = b.id
)
update worker_records w set micro_credits = paid.cost
from (
  select tenant_id, record_id, sum(cost) as cost from below b
  where not exists (select 1 from below later where later.tenant_id = b.tenant_id and later.record_id = b.record_id and later.origin_id = b.id)
  group by tenant_id, record_id
) paid
where paid.tenant_id = w.tenant_id and paid.record_id = w.id;
