import type { Role } from '@atelier/contracts';
import { pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, tenantTable } from '../../kernel/db/tenant-table.ts';

export const accessGrants = tenantTable('access_grants', {
  entityId: text('entity_id').notNull(),
  userId: text('user_id').notNull(),
  grantedBy: text('granted_by'),
  createdAt: createdAt(),
});

/** Only read here, to name the people of a list in one statement; written by tenancy and identity. */
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
