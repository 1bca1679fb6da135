import { text } from 'drizzle-orm/pg-core';
import { tenantTable } from '../../../../kernel/db/tenant-table.ts';

/** The paid results of models for files whose import has not ended yet. */
export const paidReadings = tenantTable('paid_readings', {
  importId: text('import_id').notNull(),
  sha256: text('sha256').notNull(),
  part: text('part').notNull(),
  text: text('text').notNull(),
});
