import { text } from 'drizzle-orm/pg-core';
import { moment, tenantTable } from '../../../../../kernel/db/tenant-table.ts';

/** Sessions of runs at MCP servers, for as long as the run is not over. */
export const mcpRunSessions = tenantTable('mcp_run_sessions', {
  runId: text('run_id').notNull(),
  mcpId: text('mcp_id').notNull(),
  secret: text('secret').notNull(),
  personId: text('person_id'),
  begunAt: moment('begun_at').notNull().defaultNow(),
});
export type McpRunSessionRow = typeof mcpRunSessions.$inferSelect;
