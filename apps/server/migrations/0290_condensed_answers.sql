-- True for an answer whose writer read older messages of the conversation as a summary only, because not all of them fitted.
alter table messages add column condensed boolean not null default false;
