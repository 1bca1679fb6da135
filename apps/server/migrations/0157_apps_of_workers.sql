-- A worker may answer the questions to an app.
alter table apps drop constraint apps_orchestration_check;
alter table apps add constraint apps_orchestration_check
  check (orchestration in ('BASIC', 'ADVANCE', 'AGENT', 'APP', 'WORKER'));
comment on column messages.awaited_run_id is 'The run or the record of a worker that adds the rest of the answer.';
