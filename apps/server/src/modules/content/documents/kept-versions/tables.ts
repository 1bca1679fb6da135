import type { VersionReason } from '@atelier/contracts/content/bases/import-shapes';
import { bigint, integer, jsonb, text } from 'drizzle-orm/pg-core';
import { moment, tenantTable } from '../../../../kernel/db/tenant-table.ts';

const count = (name: string) => bigint(name, { mode: 'number' });

/** A chunk written by hand, as it is kept with a version. */
export interface KeptChunk {
  ordinal: number;
  heading: string | null;
  text: string;
}

/** The replaced versions of documents. The current version is the import's own row. */
export const documentVersions = tenantTable('document_versions', {
  id: text('id').notNull(),
  importId: text('import_id').notNull(),
  number: integer('number').notNull(),
  reason: text('reason').$type<VersionReason>().notNull(),
  madeBy: text('made_by'),
  madeAt: moment('made_at').notNull(),
  fileId: text('file_id').notNull(),
  size: count('size').notNull(),
  pageCount: integer('page_count'),
  charCount: count('char_count').notNull(),
  metadata: jsonb('metadata').$type<Record<string, string>>().notNull(),
  chunks: jsonb('chunks').$type<KeptChunk[]>().notNull().default([]),
});
export type VersionRow = typeof documentVersions.$inferSelect;
