-- Every kind of run has moved to the durable engine: its queue are columns of the run, its checkpoint is the journal.
alter table runs disable trigger runs_terminal;
update runs set scope_id = input ->> 'knowledgeBaseId';
alter table runs enable trigger runs_terminal;
-- What was under way goes on from its start; nothing of it is done twice, because its rows say what is done.
update runs set status = 'QUEUED', ready_at = now(), lane = 1, attempts = 0 where status in ('QUEUED', 'RUNNING', 'WAITING');
drop table run_queue;
drop index runs_open;
alter table runs drop column checkpoint;
