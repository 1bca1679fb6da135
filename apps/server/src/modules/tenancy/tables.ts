import type { Role } from '@atelier/contracts';
import { pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, moment } from '../../kernel/db/tenant-table.ts';

export const tenants = pgTable('tenants', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  slug: text('slug').notNull(),
  logo: text('logo'),
  status: text('status').$type<'ACTIVE' | 'DISABLED'>().notNull().default('ACTIVE'),
  /** Set from the moment that the company is being deleted. */
  closingAt: moment('closing_at'),
  createdAt: createdAt(),
});

export const memberships = pgTable('memberships', {
  tenantId: text('tenant_id').notNull(),
  userId: text('user_id').notNull(),
  role: text('role').$type<Role>().notNull(),
  invitedBy: text('invited_by'),
  lastActiveAt: moment('last_active_at'),
  createdAt: createdAt(),
});

/** Only read here, to name the owners of companies in one statement; written by identity. */
export const owners = pgTable('users', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull(),
  picture: text('picture'),
});
