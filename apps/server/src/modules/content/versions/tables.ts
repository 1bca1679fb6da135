import { text } from 'drizzle-orm/pg-core';
import { tenantTable } from '../../../kernel/db/tenant-table.ts';

/** The documents that a version which is not active holds, each with its fingerprint (see `selectFingerprints`). */
export const indexVersionDocuments = tenantTable('index_version_documents', {
  indexVersionId: text('index_version_id').notNull(),
  importId: text('import_id').notNull(),
  /** The fingerprint of the content that is published in this version. */
  stamp: text('stamp').notNull().default(''),
  /** The fingerprint of the content that was split and stored in this version, even if it is not embedded and published yet. */
  cutStamp: text('cut_stamp').notNull().default(''),
});
