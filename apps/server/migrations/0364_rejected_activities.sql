-- An approval that failed was rejected by a person. Its cause says so from now on, because a cancelled one has failed, too.
alter table worker_record_activities no force row level security;
update worker_record_activities set cause = jsonb_build_object('code', 'workers.rejected', 'message', 'A person rejected the result.')
where status = 'FAILED' and cause is null;
alter table worker_record_activities force row level security;
