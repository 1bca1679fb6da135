-- What the provider of a model refused: the schema of a tool, or those of tools of a server by their names.
alter table tools add column refusal jsonb;
alter table mcp_servers add column refusals jsonb not null default '{}';
