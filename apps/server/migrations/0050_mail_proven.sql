-- Whether an address was proven by more than the outbox, which whoever runs the machine reads. Where mails ever lay in the
-- outbox, nobody can tell any more who followed which link, so these addresses have to be proven again for /admin.
alter table users add column mail_proven boolean not null default false;
update users set mail_proven = email_verified where not exists (select 1 from mail_outbox);
