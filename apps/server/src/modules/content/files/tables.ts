import { bigint, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, tenantTable } from '../../../kernel/db/tenant-table.ts';

export const files = tenantTable('files', {
  id: text('id').notNull(),
  storageKey: text('storage_key').notNull(),
  name: text('name').notNull(),
  mime: text('mime').notNull(),
  size: bigint('size', { mode: 'number' }).notNull(),
  sha256: text('sha256').notNull(),
  createdAt: createdAt(),
});
export type FileRow = typeof files.$inferSelect;

/**
 * The keys of all stored objects that rows refer to. The table belongs to no tenant, because one sweep covers all tenants.
 */
export const storedObjects = pgTable('stored_objects', {
  storageKey: text('storage_key').primaryKey(),
  tenantId: text('tenant_id').notNull(),
});
