import type {
  McpAuthentication,
  McpChoice,
  McpHealth,
  McpSharing,
  McpTool,
} from '@atelier/contracts/assistants/tools/mcp-shapes';
import { boolean, integer, jsonb, text } from 'drizzle-orm/pg-core';
import { createdAt, moment, tenantTable } from '../../../../kernel/db/tenant-table.ts';
import type { StoredRefusal } from '../tables.ts';

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
