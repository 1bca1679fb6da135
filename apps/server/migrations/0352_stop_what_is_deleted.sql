-- Whatever is deleted while something runs for it is announced at the commit, so that no statement and no cascade can omit it. The process
-- that works on it then stops at once, instead of when its next write is refused.
create trigger runs_deleted after delete on runs for each row
  when (old.owner is not null and old.status not in ('COMPLETED', 'FAILED', 'CANCELLED'))
  execute function atelier.announce_deleted_run();
create trigger messages_deleted after delete on messages for each row when (old.status = 'STREAMING')
  execute function atelier.announce_deleted_message();
create trigger tenants_closing after update of closing_at on tenants for each row
  when (old.closing_at is null and new.closing_at is not null) execute function atelier.stop_closing_tenant();
