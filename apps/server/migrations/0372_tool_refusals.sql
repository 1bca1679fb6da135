-- The refusal of a schema by the provider of a model: that of a tool, or those of the tools of a server by their names.
alter table tools add column refusal jsonb;
alter table mcp_servers add column refusals jsonb not null default '{}';
