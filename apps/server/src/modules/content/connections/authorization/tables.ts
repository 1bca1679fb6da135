import { integer, text } from 'drizzle-orm/pg-core';
import { createdAt, moment, tenantTable } from '../../../../kernel/db/tenant-table.ts';

export const authorizations = tenantTable('authorizations', {
  id: text('id').notNull(),
  provider: text('provider').notNull(),
  account: text('account').notNull(),
  tokens: text('tokens').notNull(),
  expiresAt: moment('expires_at'),
  revision: integer('revision').notNull().default(1),
  renewingUntil: moment('renewing_until'),
  createdAt: createdAt(),
});
export type AuthorizationRow = typeof authorizations.$inferSelect;

export const authorizationAttempts = tenantTable('authorization_attempts', {
  stateHash: text('state_hash').notNull(),
  sessionHash: text('session_hash').notNull(),
  userId: text('user_id').notNull(),
  provider: text('provider').notNull(),
  redirectUri: text('redirect_uri').notNull(),
  verifier: text('verifier').notNull(),
  expiresAt: moment('expires_at').notNull(),
});
