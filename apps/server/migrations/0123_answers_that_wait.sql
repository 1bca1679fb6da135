-- The run that adds the rest of an answer, after its reader was told that somebody has to decide first.
alter table messages add column awaited_run_id text;
