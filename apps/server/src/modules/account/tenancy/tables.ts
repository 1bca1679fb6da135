import type { Role } from '@atelier/contracts/kernel/permissions';
import { boolean, pgTable, pgView, text } from 'drizzle-orm/pg-core';
import { createdAt, moment } from '../../../kernel/db/tenant-table.ts';

export const tenants = pgTable('tenants', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  slug: text('slug').notNull(),
  logo: text('logo'),
  status: text('status').$type<'ACTIVE' | 'DISABLED'>().notNull().default('ACTIVE'),
  /** Set from the moment that the tenant is being deleted. */
  closingAt: moment('closing_at'),
  /** True when the founder had founded a tenant before, so that the benefits of the first one are not given again. */
  isRefounded: boolean('is_refounded').notNull().default(false),
  createdAt: createdAt(),
});

/** The users who have ever founded a tenant. A row outlives the tenant and is deleted with the user. */
export const founders = pgTable('founders', { userId: text('user_id').primaryKey() });

export const memberships = pgTable('memberships', {
  tenantId: text('tenant_id').notNull(),
  userId: text('user_id').notNull(),
  role: text('role').$type<Role>().notNull(),
  invitedBy: text('invited_by'),
  lastActiveAt: moment('last_active_at'),
  createdAt: createdAt(),
});

/** Members with their names. It has no row policy, so every statement names the tenant. */
export const members = pgView('members', {
  tenantId: text('tenant_id').notNull(),
  userId: text('user_id').notNull(),
  role: text('role').$type<Role>().notNull(),
  createdAt: moment('created_at').notNull(),
  lastActiveAt: moment('last_active_at'),
  name: text('name').notNull(),
  email: text('email').notNull(),
  picture: text('picture'),
  emailVerified: boolean('email_verified').notNull(),
}).existing();

/** The memberships of active tenants. The view has no row policy, so every statement names the user or the tenant. */
export const activeMemberships = pgView('active_memberships', {
  tenantId: text('tenant_id').notNull(),
  userId: text('user_id').notNull(),
  role: text('role').$type<Role>().notNull(),
  createdAt: moment('created_at').notNull(),
}).existing();

/** The columns of a tenant that other modules may read. */
export const tenantProfiles = pgView('tenant_profiles', {
  id: text('id').notNull(),
  name: text('name').notNull(),
  status: text('status').$type<'ACTIVE' | 'DISABLED'>().notNull(),
}).existing();
