-- The flow, the agent or the crew whose draft was tested. Until now, only agents and crews were tested with drafts of their own.
alter table performance_tests add column draft_of text;
-- The owner of the tables sees no rows of companies otherwise.
alter table performance_tests no force row level security;
update performance_tests set draft_of = agent_id where draft is not null;
alter table performance_tests force row level security;
