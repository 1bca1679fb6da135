-- How long the list of tools of an MCP server counts as current, as the server says; null when it says nothing. A call after that time has
-- the list read again.
alter table mcp_servers add column tools_ttl_ms integer check (tools_ttl_ms >= 0);
