-- The glossary says user, member and tenant; so do the views, the constraints and the author of a support message.
alter view persons rename to user_profiles;
alter view companies rename to tenant_profiles;
alter view people rename to member_list;
alter index sessions_of_person rename to sessions_of_user;
alter table support_inbox rename constraint support_inbox_person to support_inbox_user;

alter table support_messages drop constraint support_messages_author_check;
-- The forced policy also applies to the owner of the table, and no tenant is set here.
alter table support_messages no force row level security;
update support_messages set author = 'USER' where author = 'PERSON';
alter table support_messages force row level security;
alter table support_messages add constraint support_messages_author_check check (author in ('USER', 'STAFF'));
