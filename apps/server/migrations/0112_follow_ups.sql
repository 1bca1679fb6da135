-- The next questions that were offered after an answer, so that a conversation that is opened again offers them again.
alter table messages add column follow_ups jsonb not null default '[]';
