-- True when an address was proven by more than the outbox, which the operator can read. On servers that have ever stored mails in
-- the outbox, it is unknown who followed which link, so those addresses have to be proven again for /admin.
alter table users add column mail_proven boolean not null default false;
update users set mail_proven = email_verified where not exists (select 1 from mail_outbox);
