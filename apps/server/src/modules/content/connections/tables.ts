import type { ConnectionService, ConnectionTest } from '@atelier/contracts/content/connections/connections';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import type { Limits } from '@atelier/contracts/kernel/limits';
import { sql } from 'drizzle-orm';
import { integer, jsonb, text } from 'drizzle-orm/pg-core';
import { createdAt, moment, tenantTable } from '../../../kernel/db/tenant-table.ts';

export const connections = tenantTable('connections', {
  id: text('id').notNull(),
  service: text('service').$type<ConnectionService>().notNull(),
  kind: text('kind').notNull(),
  name: text('name').notNull(),
  settings: jsonb('settings').$type<FieldValues>().notNull(),
  secrets: text('secrets').notNull(),
  limits: jsonb('limits').$type<Limits>(),
  lastTest: jsonb('last_test').$type<ConnectionTest & { testedAt: string }>(),
  createdAt: createdAt(),
  updatedAt: moment('updated_at').notNull().default(sql`now()`),
});
export type ConnectionRow = typeof connections.$inferSelect;

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
