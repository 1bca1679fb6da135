import type { OpenidProvider } from '@atelier/contracts/account/identity/openid';
import type { WaitlistStatus } from '@atelier/contracts/account/identity/waitlist';
import { sql } from 'drizzle-orm';
import { bigint, boolean, integer, pgTable, pgView, text } from 'drizzle-orm/pg-core';
import { bytes, createdAt, moment } from '../../../kernel/db/tenant-table.ts';
import type { PictureType } from '../../../kernel/module/picture.ts';

/** The guided tours (TOUR-01). */
export type Guide = 'KB' | 'APP' | 'AGENT';

export const users = pgTable('users', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull(),
  emailVerified: boolean('email_verified').notNull().default(false),
  /** True when a mail server or an outside provider has proven the address, and not only the outbox of this machine. */
  mailProven: boolean('mail_proven').notNull().default(false),
  /** True while a user who signed up by mail has not followed the link, and therefore may not sign in. */
  pending: boolean('pending').notNull().default(false),
  picture: text('picture'),
  termsAcceptedAt: moment('terms_accepted_at'),
  guidesSeen: text('guides_seen').array().$type<Guide[]>().notNull().default([]),
  createdAt: createdAt(),
});

/** The columns of an account that other modules may read. */
export const userProfiles = pgView('user_profiles', {
  id: text('id').notNull(),
  name: text('name').notNull(),
  email: text('email').notNull(),
  picture: text('picture'),
}).existing();

export const accounts = pgTable('accounts', {
  id: text('id').primaryKey(),
  userId: text('user_id').notNull(),
  provider: text('provider').notNull(),
  subject: text('subject').notNull(),
  /** The address at an outside provider. */
  email: text('email'),
  passwordHash: text('password_hash'),
  createdAt: createdAt(),
});

export const sessions = pgTable('sessions', {
  tokenHash: text('token_hash').primaryKey(),
  /** The public id of a session, made by the database. */
  id: text('id').notNull().default(sql`'sn_' || replace(gen_random_uuid()::text, '-', '')`),
  userId: text('user_id').notNull(),
  tenantId: text('tenant_id').notNull(),
  address: text('address'),
  userAgent: text('user_agent'),
  /** The outside provider that the session came from, and its id token, encrypted. */
  provider: text('provider'),
  idToken: text('id_token'),
  createdAt: createdAt(),
  refreshedAt: moment('refreshed_at').notNull().defaultNow(),
  expiresAt: moment('expires_at').notNull(),
});

/** The only purpose for which a mailed or short-lived token is valid. */
export type Purpose = 'verify-email' | 'change-email' | 'reset-password' | 'id-token' | 'second-factor';

export const verifications = pgTable('verifications', {
  tokenHash: text('token_hash').primaryKey(),
  purpose: text('purpose').$type<Purpose>().notNull(),
  userId: text('user_id').notNull(),
  tenantId: text('tenant_id').notNull(),
  email: text('email').notNull(),
  expiresAt: moment('expires_at').notNull(),
});

export const apiKeys = pgTable('api_keys', {
  keyHash: text('key_hash').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  userId: text('user_id').notNull(),
  hint: text('hint').notNull(),
  createdAt: createdAt(),
});

export const signInAttempts = pgTable('sign_in_attempts', {
  callerHash: text('caller_hash').primaryKey(),
  attempts: integer('attempts').notNull(),
  beganAt: moment('began_at').notNull().defaultNow(),
});

export const secondFactors = pgTable('second_factors', {
  userId: text('user_id').primaryKey(),
  /** Encrypted. */
  secret: text('secret').notNull(),
  confirmedAt: moment('confirmed_at'),
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
});

export const recoveryCodes = pgTable('recovery_codes', {
  userId: text('user_id').notNull(),
  codeHash: text('code_hash').notNull(),
});

export const pictures = pgTable('pictures', {
  id: text('id').primaryKey(),
  userId: text('user_id').notNull(),
  type: text('type').$type<PictureType>().notNull(),
  bytes: bytes('bytes').notNull(),
  createdAt: createdAt(),
});

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

export const waitlist = pgTable('waitlist', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull(),
  companyName: text('company_name').notNull(),
  phone: text('phone').notNull(),
  status: text('status').$type<WaitlistStatus>().notNull().default('WAITING'),
  tokenHash: text('token_hash'),
  tokenExpiresAt: moment('token_expires_at'),
  createdAt: createdAt(),
  answeredAt: moment('answered_at'),
});
