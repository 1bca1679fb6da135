-- True when the link was shown to the inviter. It then proves no address, because it may not have come by mail.
alter table invitations add column is_link_shown boolean not null default false;
