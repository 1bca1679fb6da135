import type { VersionReason } from '@atelier/contracts/content/bases/import-shapes';
import { bigint, boolean, integer, json, jsonb, pgView, text } from 'drizzle-orm/pg-core';
import { moment, tenantTable } from '../../../kernel/db/tenant-table.ts';

const count = (name: string) => bigint(name, { mode: 'number' });

/** A chunk written by hand, as it is kept with a version. */
interface KeptChunk {
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

/** The offset in the document's text at which a page, or a section of a recording, begins inside a chunk. */
interface PositionStart {
  page: number | null;
  second: number | null;
  start: number;
}

/** Each chunk with its document; `documentEdited` means that the shown text was edited by hand, or reverted to an edited one. */
export const foundChunks = pgView('found_chunks', {
  tenantId: text('tenant_id').notNull(),
  id: text('id').notNull(),
  importId: text('import_id').notNull(),
  indexVersionId: text('index_version_id').notNull(),
  ordinal: integer('ordinal').notNull(),
  text: text('text').notNull(),
  tokens: integer('tokens').notNull(),
  page: integer('page'),
  pageEnd: integer('page_end'),
  second: integer('second'),
  secondEnd: integer('second_end'),
  heading: text('heading'),
  startOffset: count('start_offset').notNull(),
  endOffset: count('end_offset').notNull(),
  contentHash: text('content_hash').notNull(),
  edited: boolean('edited').notNull(),
  documentVersion: integer('document_version').notNull(),
  knowledgeBaseId: text('knowledge_base_id').notNull(),
  documentName: text('document_name').notNull(),
  documentEdited: boolean('document_edited').notNull(),
  positionStarts: json('position_starts').$type<PositionStart[]>().notNull(),
}).existing();

/** The paid results of models for files whose import has not ended yet. */
export const paidReadings = tenantTable('paid_readings', {
  importId: text('import_id').notNull(),
  sha256: text('sha256').notNull(),
  part: text('part').notNull(),
  text: text('text').notNull(),
});
