-- The end of an answer changes its row in place. It wrote the row into each of four indexes again, because two of them depended on the
-- status: one that nothing reads, and the one of unanswered questions. Pages keep room for the answers of the questions that they hold.
drop index messages_open;
drop index messages_unanswered;
create index messages_unanswered on messages (tenant_id, created_at) where answer_kind <> 'ANSWER';
alter table messages set (fillfactor = 60);

-- No plan depends on how the texts of these columns are distributed, and comparing them was most of the work of `analyze`, which
-- `atelier.refresh_statistics` repeats each time that a table has grown by a fifth.
alter table messages alter column question set statistics 0, alter column answer set statistics 0,
  alter column citations set statistics 0, alter column retrieval set statistics 0, alter column wordings set statistics 0,
  alter column follow_ups set statistics 0, alter column error set statistics 0;
alter table conversations alter column title set statistics 0;
alter table ledger_transactions alter column details set statistics 0;
