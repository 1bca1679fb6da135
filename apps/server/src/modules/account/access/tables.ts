import type { Role } from '@atelier/contracts/kernel/permissions';
import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, moment, tenantTable } from '../../../kernel/db/tenant-table.ts';

export const accessGrants = tenantTable('access_grants', {
  entityId: text('entity_id').notNull(),
  userId: text('user_id').notNull(),
  grantedBy: text('granted_by'),
  createdAt: createdAt(),
});

/** Only read here and below, to name the people of a list in one statement; written by tenancy, identity and people. */
export const members = pgTable('memberships', {
  tenantId: text('tenant_id').notNull(),
  userId: text('user_id').notNull(),
  role: text('role').$type<Role>().notNull(),
});
export const persons = pgTable('users', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull(),
  picture: text('picture'),
});
export const invitations = pgTable('invitations', {
  tenantId: text('tenant_id').notNull(),
  email: text('email').notNull(),
  role: text('role').$type<Role>().notNull(),
  status: text('status').notNull(),
  grants: jsonb('grants').$type<{ entityId: string }[]>().notNull(),
  expiresAt: moment('expires_at').notNull(),
});
