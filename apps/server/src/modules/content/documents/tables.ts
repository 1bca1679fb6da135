import type {
  DocumentLanguage,
  DocumentType,
  ImportType,
  ReadEncoding,
  SummaryState,
  VersionReason,
} from '@atelier/contracts/content/bases/import-shapes';
import type { NameCorrection } from '@atelier/contracts/content/documents/corrections';
import { bigint, boolean, integer, jsonb, text } from 'drizzle-orm/pg-core';
import { createdAt, moment, tenantTable } from '../../../kernel/db/tenant-table.ts';
import type { RunRow } from '../../../kernel/runs/index.ts';

const count = (name: string) => bigint(name, { mode: 'number' });

/** The nth line of a text that is the same, counted from 0, or the name of a column, and what stands there instead. */
export type KeptCorrection = { line: string; nth: number; text: string } | NameCorrection;

export const knowledgeImports = tenantTable('knowledge_imports', {
  id: text('id').notNull(),
  knowledgeBaseId: text('knowledge_base_id').notNull(),
  fileId: text('file_id').notNull(),
  name: text('name').notNull(),
  type: text('type').$type<ImportType>().notNull(),
  size: count('size').notNull(),
  sha256: text('sha256').notNull(),
  runId: text('run_id').notNull(),
  pageCount: integer('page_count'),
  chunkCount: integer('chunk_count').notNull().default(0),
  charCount: count('char_count').notNull().default(0),
  note: text('note'),
  /** The encoding in which a text file was read. One that was chosen is used again whenever the file is read. */
  encoding: jsonb('encoding').$type<ReadEncoding>(),
  /** The corrections that users made of the text that is read, in the order in which they did. */
  corrections: jsonb('corrections').$type<KeptCorrection[]>().notNull().default([]),
  chunkedFor: text('chunked_for'),
  /** The source that the document was read from, and its id there. */
  sourceId: text('source_id'),
  externalId: text('external_id'),
  url: text('url'),
  /** A disabled document is kept but not found. */
  state: text('state').$type<'ENABLED' | 'DISABLED'>().notNull().default('ENABLED'),
  version: integer('version').notNull().default(1),
  documentType: text('document_type').$type<DocumentType>(),
  language: text('language').$type<DocumentLanguage>(),
  categories: jsonb('categories').$type<string[]>().notNull().default([]),
  metadata: jsonb('metadata').$type<Record<string, string>>().notNull().default({}),
  summary: text('summary'),
  /** The way in which the summary was made, and the status of its run. */
  summaryKind: text('summary_kind').$type<'EXTRACTIVE' | 'WRITTEN' | 'EDITED'>(),
  summaryState: text('summary_state').$type<SummaryState>().notNull().default('NONE'),
  summaryError: text('summary_error'),
  /** The version that is read and found. It stays behind `version` until the import of the latter is complete. */
  shownVersion: integer('shown_version').notNull().default(1),
  versionReason: text('version_reason').$type<VersionReason>().notNull().default('IMPORT'),
  versionBy: text('version_by'),
  versionAt: moment('version_at'),
  createdAt: createdAt(),
});
export type ImportRow = typeof knowledgeImports.$inferSelect;

/** An import with its latest run, from which its status follows. */
export interface ImportWithRun {
  import: ImportRow;
  run: Pick<RunRow, 'status' | 'stage' | 'progress' | 'cause' | 'note' | 'finishedAt'>;
  /** The name of the oldest document with the same content; null if that is this document itself. */
  sameAs: string | null;
}

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
  encoding: jsonb('encoding').$type<ReadEncoding>(),
  corrections: jsonb('corrections').$type<KeptCorrection[]>().notNull().default([]),
  chunks: jsonb('chunks').$type<KeptChunk[]>().notNull().default([]),
});
export type VersionRow = typeof documentVersions.$inferSelect;

/** The paid results of models for files whose import has not ended yet. */
export const paidReadings = tenantTable('paid_readings', {
  importId: text('import_id').notNull(),
  sha256: text('sha256').notNull(),
  part: text('part').notNull(),
  text: text('text').notNull(),
});

export const documentSections = tenantTable('document_sections', {
  importId: text('import_id').notNull(),
  ordinal: integer('ordinal').notNull(),
  page: integer('page'),
  second: integer('second'),
  startOffset: count('start_offset').notNull(),
  text: text('text').notNull(),
  documentVersion: integer('document_version').notNull().default(1),
});
export type SectionRow = typeof documentSections.$inferSelect;
export type NewSection = Omit<SectionRow, 'tenantId' | 'importId' | 'documentVersion'>;

export const chunks = tenantTable('chunks', {
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
  /** True when the chunk was written by hand, so that its text differs from the document's text at its offsets. */
  edited: boolean('edited').notNull().default(false),
  documentVersion: integer('document_version').notNull().default(1),
});
export type ChunkRow = typeof chunks.$inferSelect;
export type NewChunk = Omit<
  ChunkRow,
  'tenantId' | 'importId' | 'indexVersionId' | 'documentVersion' | 'edited'
>;
