import type { OpenidProvider } from '@atelier/contracts/account/identity/openid';
import { boolean, pgView, text } from 'drizzle-orm/pg-core';
import { createdAt, moment, tenantTable } from '../../../kernel/db/tenant-table.ts';

export const appUsers = tenantTable('app_users', {
  id: text('id').notNull(),
  email: text('email').notNull(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull().default(''),
  /** Null for somebody who has signed in at a provider only. */
  passwordHash: text('password_hash'),
  emailVerified: boolean('email_verified').notNull().default(false),
  createdAt: createdAt(),
});

export const appAccess = tenantTable('app_access', {
  id: text('id').notNull(),
  appId: text('app_id').notNull(),
  email: text('email').notNull(),
  status: text('status').$type<'REQUESTED' | 'INVITED' | 'GRANTED'>().notNull(),
  userId: text('user_id'),
  tokenHash: text('token_hash'),
  /** True when the link was shown to a member of the company, so that it does not prove the address. */
  isLinkShown: boolean('is_link_shown').notNull().default(false),
  invitedUntil: moment('invited_until'),
  endsAt: moment('ends_at'),
  givenBy: text('given_by'),
  createdAt: createdAt(),
});

export const appUserSessions = tenantTable('app_user_sessions', {
  tokenHash: text('token_hash').notNull(),
  userId: text('user_id').notNull(),
  createdAt: createdAt(),
  expiresAt: moment('expires_at').notNull(),
});

/** The provider's own ids of app users. */
export const appUserAccounts = tenantTable('app_user_accounts', {
  provider: text('provider').$type<OpenidProvider>().notNull(),
  subject: text('subject').notNull(),
  userId: text('user_id').notNull(),
  createdAt: createdAt(),
});

/** The only purpose for which a mailed token is valid. */
export type Purpose = 'VERIFY' | 'RESET';

export const appUserTokens = tenantTable('app_user_tokens', {
  tokenHash: text('token_hash').notNull(),
  purpose: text('purpose').$type<Purpose>().notNull(),
  userId: text('user_id').notNull(),
  expiresAt: moment('expires_at').notNull(),
});

/** The columns of an app user that other modules may read. */
export const appUserProfiles = pgView('app_user_profiles', {
  id: text('id').notNull(),
  name: text('name').notNull(),
  email: text('email').notNull(),
}).existing();
