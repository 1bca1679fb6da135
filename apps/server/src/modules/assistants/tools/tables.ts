import type {
  McpAuthentication,
  McpChoice,
  McpHealth,
  McpSharing,
  McpTool,
} from '@atelier/contracts/assistants/tools/mcp-shapes';
import type {
  ToolApproval,
  ToolKind,
  ToolRefusal,
  ToolRequest,
} from '@atelier/contracts/assistants/tools/tool-shapes';
import { boolean, integer, jsonb, text } from 'drizzle-orm/pg-core';
import { createdAt, moment, tenantTable } from '../../../kernel/db/tenant-table.ts';

/** A refusal, and the print of the schema that was refused. */
export type StoredRefusal = ToolRefusal & { print: string };

export const tools = tenantTable('tools', {
  id: text('id').notNull(),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  kind: text('kind').$type<ToolKind>().notNull(),
  request: jsonb('request').$type<ToolRequest>(),
  defaultToolId: text('default_tool_id'),
  connectionId: text('connection_id'),
  effect: text('effect').$type<'READS' | 'WRITES'>().notNull(),
  approval: text('approval').$type<ToolApproval>().notNull(),
  refusal: jsonb('refusal').$type<StoredRefusal>(),
  createdBy: text('created_by').notNull(),
  createdAt: createdAt(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});
export type ToolRow = typeof tools.$inferSelect;

export const mcpServers = tenantTable('mcp_servers', {
  id: text('id').notNull(),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  url: text('url').notNull(),
  authentication: text('authentication').$type<McpAuthentication>().notNull(),
  sharing: text('sharing').$type<McpSharing>().notNull().default('COMPANY'),
  secrets: text('secrets').notNull(),
  timeoutSeconds: integer('timeout_seconds').notNull(),
  active: boolean('active').notNull().default(true),
  tools: jsonb('tools').$type<McpTool[]>().notNull().default([]),
  leftOut: integer('left_out').notNull().default(0),
  toolsTtlMs: integer('tools_ttl_ms'),
  choices: jsonb('choices').$type<McpChoice[]>(),
  serverName: text('server_name').notNull().default(''),
  revision: text('revision').notNull().default(''),
  health: text('health').$type<McpHealth>().notNull().default('UNKNOWN'),
  problem: text('problem'),
  checkedAt: moment('checked_at'),
  refusals: jsonb('refusals').$type<Record<string, StoredRefusal>>().notNull().default({}),
  createdBy: text('created_by').notNull(),
  createdAt: createdAt(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});
export type McpRow = typeof mcpServers.$inferSelect;

export const mcpGrants = tenantTable('mcp_grants', {
  id: text('id').notNull(),
  mcpId: text('mcp_id').notNull(),
  personId: text('person_id'),
  secrets: text('secrets').notNull(),
  site: text('site').notNull(),
  scope: text('scope').notNull().default(''),
  missingScope: text('missing_scope').notNull().default(''),
  problem: text('problem'),
  expiresAt: moment('expires_at'),
  revision: integer('revision').notNull().default(1),
  renewingUntil: moment('renewing_until'),
  connectedBy: text('connected_by').notNull(),
  connectedAt: moment('connected_at').notNull().defaultNow(),
});
export type GrantRow = typeof mcpGrants.$inferSelect;

export const mcpGrantAttempts = tenantTable('mcp_grant_attempts', {
  stateHash: text('state_hash').notNull(),
  sessionHash: text('session_hash').notNull(),
  userId: text('user_id').notNull(),
  mcpId: text('mcp_id').notNull(),
  personId: text('person_id'),
  secrets: text('secrets').notNull(),
  expiresAt: moment('expires_at').notNull(),
});

/** Accounts that were forgotten, until the service has withdrawn their tokens. */
export const mcpWithdrawals = tenantTable('mcp_withdrawals', {
  id: text('id').notNull(),
  mcpId: text('mcp_id'),
  personId: text('person_id'),
  secrets: text('secrets').notNull(),
  site: text('site').notNull(),
  orderedAt: moment('ordered_at').notNull().defaultNow(),
});
export type WithdrawalRow = typeof mcpWithdrawals.$inferSelect;

/** Sessions of runs at MCP servers, for as long as the run is not over. */
export const mcpRunSessions = tenantTable('mcp_run_sessions', {
  runId: text('run_id').notNull(),
  mcpId: text('mcp_id').notNull(),
  secret: text('secret').notNull(),
  personId: text('person_id'),
  begunAt: moment('begun_at').notNull().defaultNow(),
});
export type McpRunSessionRow = typeof mcpRunSessions.$inferSelect;
