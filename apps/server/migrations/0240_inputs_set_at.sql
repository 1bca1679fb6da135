-- The time from which the settings of an input hold: a mailbox whose first look comes late finds the mails that arrived since.
alter table worker_inputs add column set_at timestamptz not null default now();
