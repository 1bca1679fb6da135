import { bigint, boolean, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, moment } from '../../../kernel/db/tenant-table.ts';

export const passkeys = pgTable('passkeys', {
  id: text('id').primaryKey(),
  userId: text('user_id').notNull(),
  /** Both base64url. */
  credentialId: text('credential_id').notNull(),
  publicKey: text('public_key').notNull(),
  /** The number of signatures that the device last reported; devices that do not count stay at 0. */
  counter: bigint('counter', { mode: 'number' }).notNull(),
  name: text('name').notNull(),
  isBackedUp: boolean('is_backed_up').notNull(),
  createdAt: createdAt(),
  lastUsedAt: moment('last_used_at'),
});

export const passkeyChallenges = pgTable('passkey_challenges', {
  challengeHash: text('challenge_hash').primaryKey(),
  /** The user who registers the passkey; null for a sign-in. */
  userId: text('user_id'),
  expiresAt: moment('expires_at').notNull(),
});
