import type { PointName } from '@atelier/vector-stores';
import { bigint, boolean, integer, jsonb, pgView, text } from 'drizzle-orm/pg-core';
import { bytes, createdAt, tenantTable } from '../../../kernel/db/tenant-table.ts';

const count = (name: string) => bigint(name, { mode: 'number' });

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

export const indexSegments = tenantTable('index_segments', {
  id: text('id').notNull(),
  indexVersionId: text('index_version_id').notNull(),
  importId: text('import_id').notNull(),
  kind: text('kind').$type<'LEXICAL' | 'VECTOR'>().notNull(),
  data: bytes('data').notNull(),
  bytes: integer('bytes').notNull(),
  docs: integer('docs').notNull(),
  lastOrdinal: integer('last_ordinal').notNull(),
  live: boolean('live').notNull().default(false),
  revision: count('revision').notNull().default(0),
  /** The merged segment that holds the bytes, and the ordinal of the first chunk in it. `data` is empty then. */
  mergedInto: text('merged_into'),
  mergedAt: integer('merged_at').notNull().default(0),
});
export type SegmentRow = typeof indexSegments.$inferSelect;

/** Many segments of one kind merged into one. The segments that refer to it tell which of its chunks are live. */
export const mergedSegments = tenantTable('merged_segments', {
  id: text('id').notNull(),
  indexVersionId: text('index_version_id').notNull(),
  kind: text('kind').$type<SegmentRow['kind']>().notNull(),
  data: bytes('data').notNull(),
  bytes: integer('bytes').notNull(),
  /** The number of all chunks, including deleted ones. */
  docs: integer('docs').notNull(),
  createdAt: createdAt(),
});

/** The documents that can be found now: enabled ones, published in the active index version. */
export const publishedDocuments = pgView('published_documents', {
  tenantId: text('tenant_id').notNull(),
  id: text('id').notNull(),
  knowledgeBaseId: text('knowledge_base_id').notNull(),
  name: text('name').notNull(),
  version: integer('version').notNull(),
}).existing();

/** The chunks that can be found now. */
export const publishedChunks = pgView('published_chunks', {
  tenantId: text('tenant_id').notNull(),
  id: text('id').notNull(),
  knowledgeBaseId: text('knowledge_base_id').notNull(),
  importId: text('import_id').notNull(),
  documentVersion: integer('document_version').notNull(),
  ordinal: integer('ordinal').notNull(),
  heading: text('heading'),
  text: text('text').notNull(),
  tokens: integer('tokens').notNull(),
  page: integer('page'),
  second: integer('second'),
  startOffset: count('start_offset').notNull(),
  endOffset: count('end_offset').notNull(),
  contentHash: text('content_hash').notNull(),
  edited: boolean('edited').notNull(),
}).existing();

/** The contents of all chunks of a knowledge base, whether they can be found or not. */
export const chunkContents = pgView('chunk_contents', {
  tenantId: text('tenant_id').notNull(),
  knowledgeBaseId: text('knowledge_base_id').notNull(),
  contentHash: text('content_hash').notNull(),
}).existing();

/** The documents that a version which is not active holds, each with its fingerprint (see `buildStampsQuery`). */
export const indexVersionDocuments = tenantTable('index_version_documents', {
  indexVersionId: text('index_version_id').notNull(),
  importId: text('import_id').notNull(),
  /** The fingerprint of the content that is published in this version. */
  stamp: text('stamp').notNull().default(''),
  /** The fingerprint of the content that was split and stored in this version, even if it is not embedded and published yet. */
  cutStamp: text('cut_stamp').notNull().default(''),
});

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
