-- Whether an inviter was shown the link. It proves no address then, because it need not have come by mail.
alter table invitations add column is_link_shown boolean not null default false;
