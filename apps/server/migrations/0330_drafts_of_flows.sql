-- The flow, the agent or the crew whose draft was tested. Until now, only agents and crews were tested with drafts of their own.
alter table performance_tests add column draft_of text;
update performance_tests set draft_of = agent_id where draft is not null;
