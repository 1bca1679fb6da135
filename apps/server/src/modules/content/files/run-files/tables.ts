import { text } from 'drizzle-orm/pg-core';
import { createdAt, tenantTable } from '../../../../kernel/db/tenant-table.ts';

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
