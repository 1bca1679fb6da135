import type { OpenidProvider } from '@atelier/contracts/account/identity/openid';
import { pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '../../../kernel/db/tenant-table.ts';

export const openidAttempts = pgTable('openid_attempts', {
  stateHash: text('state_hash').primaryKey(),
  browserHash: text('browser_hash').notNull(),
  provider: text('provider').$type<OpenidProvider>().notNull(),
  returnTo: text('return_to'),
  inviteHash: text('invite_hash'),
  /** The user whose account is being linked; null for a sign-in. */
  userId: text('user_id'),
  /** The app to which an app user signs in; null for a sign-in or a link of the builder. */
  appId: text('app_id'),
  expiresAt: moment('expires_at').notNull(),
});
