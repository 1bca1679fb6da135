import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, moment } from '../../kernel/db/tenant-table.ts';

/** The guided tours (TOUR-01). */
export type Guide = 'KB' | 'APP' | 'AGENT';

export const users = pgTable('users', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull(),
  emailVerified: boolean('email_verified').notNull().default(false),
  picture: text('picture'),
  termsAcceptedAt: moment('terms_accepted_at'),
  guidesSeen: text('guides_seen').array().$type<Guide[]>().notNull().default([]),
  createdAt: createdAt(),
});

export const accounts = pgTable('accounts', {
  id: text('id').primaryKey(),
  userId: text('user_id').notNull(),
  provider: text('provider').notNull(),
  subject: text('subject').notNull(),
  passwordHash: text('password_hash'),
  createdAt: createdAt(),
});

export const sessions = pgTable('sessions', {
  tokenHash: text('token_hash').primaryKey(),
  userId: text('user_id').notNull(),
  tenantId: text('tenant_id').notNull(),
  address: text('address'),
  userAgent: text('user_agent'),
  createdAt: createdAt(),
  refreshedAt: moment('refreshed_at').notNull().defaultNow(),
  expiresAt: moment('expires_at').notNull(),
});

export const verifications = pgTable('verifications', {
  tokenHash: text('token_hash').primaryKey(),
  purpose: text('purpose').$type<'verify-email'>().notNull(),
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
