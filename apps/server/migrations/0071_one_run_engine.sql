-- Every kind of run has moved to the durable engine: the queue is columns of the run, and the journal replaces the checkpoint.
alter table runs disable trigger runs_terminal;
update runs set scope_id = input ->> 'knowledgeBaseId';
alter table runs enable trigger runs_terminal;
-- An open run starts again from its beginning, as after every attempt; its rows show what is already done. A run that waited for
-- its next attempt keeps that time.
update runs r set status = 'QUEUED', lane = 1, attempts = 0,
  ready_at = case when q.available_at > now() then null else coalesce(q.created_at, r.created_at) end,
  wake_at = case when q.available_at > now() then q.available_at end
from runs o left join run_queue q on q.run_id = o.id and q.tenant_id = o.tenant_id
where r.tenant_id = o.tenant_id and r.id = o.id and o.status in ('QUEUED', 'RUNNING', 'WAITING');
drop table run_queue;
drop index runs_open;
alter table runs drop column checkpoint;
