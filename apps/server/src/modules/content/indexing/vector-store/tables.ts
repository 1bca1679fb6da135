import type { PointName } from '@atelier/vector-stores';
import { jsonb, text } from 'drizzle-orm/pg-core';
import { createdAt, tenantTable } from '../../../../kernel/db/tenant-table.ts';

/**
 * Pending removals from a store: documents of a collection, single points of it, or the whole collection if both are null.
 */
export const vectorStoreRemovals = tenantTable('vector_store_removals', {
  id: text('id').notNull(),
  connectionId: text('connection_id').notNull(),
  collection: text('collection').notNull(),
  documentIds: jsonb('document_ids').$type<string[]>(),
  points: jsonb('points').$type<PointName[]>(),
  error: text('error'),
  createdAt: createdAt(),
});
export type RemovalRow = typeof vectorStoreRemovals.$inferSelect;
