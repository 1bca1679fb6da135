import { integer, text } from 'drizzle-orm/pg-core';
import { moment, tenantTable } from '../../../../../kernel/db/tenant-table.ts';

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
