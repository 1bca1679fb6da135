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

/** Files that live as long as a run holds them. */
export const runFiles = tenantTable('run_files', {
  fileId: text('file_id').notNull(),
  /** The thing for which the file was stored, for example a flow. */
  scopeId: text('scope_id').notNull(),
  createdAt: createdAt(),
});

export const runFileHolders = tenantTable('run_file_holders', {
  runId: text('run_id').notNull(),
  fileId: text('file_id').notNull(),
});
