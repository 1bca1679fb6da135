import type { PointName } from '@atelier/vector-stores';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { bigint, boolean, integer, json, jsonb, pgView, text } from 'drizzle-orm/pg-core';
import { bytes, createdAt, tenantTable } from '../../../kernel/db/tenant-table.ts';

const count = (name: string) => bigint(name, { mode: 'number' });

/** One version of a document, or the version that is shown if none is given. */
export interface DocumentKey {
  importId: string;
  documentVersion?: number;
}

/** One version of a document as it was split for one index version. */
export interface IndexedDocumentKey extends DocumentKey {
  indexVersionId: string;
}

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
export type NewSegment = Pick<SegmentRow, 'id' | 'kind' | 'docs' | 'lastOrdinal'> & { data: Uint8Array };
export type SegmentFacts = Pick<SegmentRow, 'id' | 'kind' | 'bytes' | 'importId' | 'mergedInto'>;

export type Kind = SegmentRow['kind'];
/** A segment with its bytes, or with the merged segment that holds them. */
export type StoredSegment = Pick<SegmentRow, 'id' | 'kind' | 'docs' | 'data' | 'mergedInto' | 'mergedAt'>;
export type LiveSegment = StoredSegment & Pick<SegmentRow, 'lastOrdinal'>;

/** A live segment within a merged one. */
export interface PlacedSegment {
  id: string;
  first: number;
  docs: number;
}

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

/** A condition that holds when a document has published segments in an index version. */
export const isPublished = (importId: SQLWrapper, indexVersionId: SQLWrapper): SQL =>
  sql`exists (select 1 from index_segments g where g.import_id = ${importId} and g.index_version_id = ${indexVersionId} and g.live)`;

/** Selects the ids of the documents that are published in an index version. */
export const selectPublished = (versionId: string): SQL =>
  sql`select import_id from index_segments where index_version_id = ${versionId} and live`;

/**
 * Selects the fingerprint of each document's live segments in a version. Segments are immutable, so every import, edit and withdrawal
 * changes the fingerprint.
 */
export const selectFingerprints = (versionId: string): SQL => sql`
  select import_id, md5(string_agg(id, ' ' order by id)) as stamp
  from index_segments where index_version_id = ${versionId} and live group by import_id`;
