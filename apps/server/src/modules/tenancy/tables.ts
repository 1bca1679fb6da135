import type { Role } from '@atelier/contracts';
import { pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt } from '../../kernel/db/tenant-table.ts';

export const tenants = pgTable('tenants', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  slug: text('slug').notNull(),
  logo: text('logo'),
  status: text('status').$type<'ACTIVE' | 'DISABLED'>().notNull().default('ACTIVE'),
  createdAt: createdAt(),
});

export const memberships = pgTable('memberships', {
  tenantId: text('tenant_id').notNull(),
  userId: text('user_id').notNull(),
  role: text('role').$type<Role>().notNull(),
  createdAt: createdAt(),
});
