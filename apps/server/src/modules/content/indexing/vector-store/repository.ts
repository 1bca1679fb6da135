import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { type RunRow, runs } from '../../../../kernel/runs/index.ts';
import { documents } from '../../bases/declarations.ts';
import { segmentReadingRepository } from '../repository/segment-reading.ts';
import {
  foundChunks,
  indexSegments,
  isPublished,
  type RemovalRow,
  type SegmentRow,
  vectorStoreRemovals,
} from '../tables.ts';

/** A vector segment and the document that it belongs to. */
export type VectorSegmentFacts = Pick<SegmentRow, 'id' | 'importId' | 'docs'>;

export const vectorStoreRepository = {
  listSegments: (
    db: TenantDb,
    { indexVersionId, live, importId }: { indexVersionId: string; live: boolean; importId?: string },
  ): Promise<VectorSegmentFacts[]> =>
    db
      .select({ id: indexSegments.id, importId: indexSegments.importId, docs: indexSegments.docs })
      .from(indexSegments)
      .where(
        and(
          eq(indexSegments.indexVersionId, indexVersionId),
          eq(indexSegments.kind, 'VECTOR'),
          eq(indexSegments.live, live),
          importId === undefined ? undefined : eq(indexSegments.importId, importId),
        ),
      )
      .orderBy(asc(indexSegments.importId), asc(indexSegments.lastOrdinal), asc(indexSegments.id)),

  /** Returns the segment's bytes, or undefined once the document was deleted. */
  async readSegment(db: TenantDb, id: string): Promise<Uint8Array | undefined> {
    const [data] = await segmentReadingRepository.readVectors(db, [id]);
    return data;
  },

  /** Returns the ids of those chunks that can be found: those in the shown version of a published document. */
  async keepPublished(db: TenantDb, indexVersionId: string, ids: readonly string[]): Promise<Set<string>> {
    const rows = await db
      .select({ id: foundChunks.id })
      .from(foundChunks)
      .innerJoin(documents, eq(documents.id, foundChunks.importId))
      .where(
        and(
          inArray(foundChunks.id, [...ids]),
          eq(foundChunks.indexVersionId, indexVersionId),
          eq(foundChunks.documentVersion, documents.shownVersion),
          isPublished(foundChunks.importId, sql`${indexVersionId}`),
        ),
      );
    return new Set(rows.map(({ id }) => id));
  },

  async findLatestRun(db: TenantDb, kind: string, subjectId: string): Promise<RunRow | undefined> {
    const [row] = await db
      .select()
      .from(runs)
      .where(and(eq(runs.kind, kind), eq(runs.subjectId, subjectId)))
      .orderBy(desc(runs.createdAt), desc(runs.id))
      .limit(1);
    return row;
  },

  async insertRemoval(
    db: TenantDb,
    row: Pick<RemovalRow, 'id' | 'connectionId' | 'collection' | 'documentIds' | 'points'>,
  ): Promise<void> {
    await db.insert(vectorStoreRemovals).values(row);
  },

  async findRemoval(db: TenantDb, id: string): Promise<RemovalRow | undefined> {
    const [row] = await db.select().from(vectorStoreRemovals).where(eq(vectorStoreRemovals.id, id));
    return row;
  },

  listRemovals: (db: TenantDb, connectionIds: readonly string[]): Promise<RemovalRow[]> =>
    db
      .select()
      .from(vectorStoreRemovals)
      .where(inArray(vectorStoreRemovals.connectionId, [...connectionIds]))
      .orderBy(asc(vectorStoreRemovals.createdAt), asc(vectorStoreRemovals.id)),

  async noteError(db: TenantDb, id: string, error: string): Promise<void> {
    await db.update(vectorStoreRemovals).set({ error }).where(eq(vectorStoreRemovals.id, id));
  },

  async forgetRemoval(db: TenantDb, id: string): Promise<void> {
    await db.delete(vectorStoreRemovals).where(eq(vectorStoreRemovals.id, id));
  },
};
