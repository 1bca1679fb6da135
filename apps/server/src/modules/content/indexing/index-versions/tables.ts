import { text } from 'drizzle-orm/pg-core';
import { tenantTable } from '../../../../kernel/db/tenant-table.ts';

/** What a version that does not answer holds of a document; see `stampsOf`. */
export const indexVersionDocuments = tenantTable('index_version_documents', {
  indexVersionId: text('index_version_id').notNull(),
  importId: text('import_id').notNull(),
  /** What is published here. */
  stamp: text('stamp').notNull().default(''),
  /** What is cut and stored here, but may not be embedded and published yet. */
  cutStamp: text('cut_stamp').notNull().default(''),
});
