import { and, asc, eq, gt, inArray, lte, max, sql } from 'drizzle-orm';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { type IndexVersionRow, indexSegments, indexVersions, type SegmentRow } from '../../bases/index.ts';
import type { IndexedDocumentKey } from './content.ts';

export type NewSegment = Pick<SegmentRow, 'id' | 'kind' | 'docs' | 'lastOrdinal'> & { data: Uint8Array };
export type SegmentFacts = Pick<SegmentRow, 'id' | 'kind' | 'bytes' | 'importId' | 'mergedInto'>;
export type StoredSegment = Pick<SegmentRow, 'id' | 'kind' | 'docs' | 'data' | 'mergedInto'>;

/** A segment with its bytes, or with the merged segment that holds them. */
export type LiveSegment = StoredSegment & Pick<SegmentRow, 'lastOrdinal' | 'mergedAt'>;

const placed = ({ importId, indexVersionId }: IndexedDocumentKey) =>
  and(eq(indexSegments.importId, importId), eq(indexSegments.indexVersionId, indexVersionId));

const facts = {
  id: indexSegments.id,
  kind: indexSegments.kind,
  bytes: indexSegments.bytes,
  importId: indexSegments.importId,
  mergedInto: indexSegments.mergedInto,
};

const stored = {
  id: indexSegments.id,
  kind: indexSegments.kind,
  docs: indexSegments.docs,
  data: indexSegments.data,
  mergedInto: indexSegments.mergedInto,
};

export const segmentRepository = {
  /** Stores a segment that is not searched yet. */
  async insert(db: TenantDb, key: IndexedDocumentKey, { data, ...segment }: NewSegment): Promise<void> {
    const own = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    await db.insert(indexSegments).values({ ...key, ...segment, data: own, bytes: own.byteLength });
  },

  /** Returns the ordinal of the last chunk that has an unpublished vector; -1 when none has. */
  async findLastEmbedded(db: TenantDb, key: IndexedDocumentKey): Promise<number> {
    const [row] = await db
      .select({ last: max(indexSegments.lastOrdinal) })
      .from(indexSegments)
      .where(and(placed(key), eq(indexSegments.kind, 'VECTOR'), eq(indexSegments.live, false)));
    return row?.last ?? -1;
  },

  async removeWaiting(db: TenantDb, key: IndexedDocumentKey): Promise<void> {
    await db.delete(indexSegments).where(and(placed(key), eq(indexSegments.live, false)));
  },

  async findVersion(db: TenantDb, id: string): Promise<IndexVersionRow | undefined> {
    const [row] = await db.select().from(indexVersions).where(eq(indexVersions.id, id));
    return row;
  },

  async setDimensions(db: TenantDb, versionId: string, dimensions: number): Promise<void> {
    await db.update(indexVersions).set({ dimensions }).where(eq(indexVersions.id, versionId));
  },

  /** Publishes what an import has built and removes what it had published before, as one new revision. */
  async publish(db: TenantDb, key: IndexedDocumentKey): Promise<void> {
    const revision = await lockRevision(db, key.indexVersionId);
    const dropped = await db
      .delete(indexSegments)
      .where(and(placed(key), eq(indexSegments.live, true)))
      .returning({ id: indexSegments.id });
    const shown = await db
      .update(indexSegments)
      .set({ live: true, revision: revision + 1 })
      .where(and(placed(key), eq(indexSegments.live, false)))
      .returning({ id: indexSegments.id });
    await raise(db, key.indexVersionId, shown.length - dropped.length);
  },

  /** Removes imports from the index version, as one new revision. Returns the number of segments removed. */
  async withdraw(db: TenantDb, versionId: string, importIds: readonly string[]): Promise<number> {
    await lockRevision(db, versionId);
    const dropped = await db
      .delete(indexSegments)
      .where(
        and(
          eq(indexSegments.indexVersionId, versionId),
          inArray(indexSegments.importId, [...importIds]),
          eq(indexSegments.live, true),
        ),
      )
      .returning({ id: indexSegments.id });
    if (dropped.length > 0) await raise(db, versionId, -dropped.length);
    return dropped.length;
  },

  /** Returns the bytes of all live segments, merged or not; those of vectors only if `vectors` is set. */
  async countBytes(db: TenantDb, versionId: string, { vectors }: { vectors: boolean }): Promise<number> {
    const { rows } = await db.execute<{ bytes: number }>(sql`select (
      (select coalesce(sum(bytes), 0) from index_segments
        where index_version_id = ${versionId} and live and (kind = 'LEXICAL' or ${vectors}))
      + (select coalesce(sum(bytes), 0) from merged_segments where index_version_id = ${versionId}))::float8 as bytes`);
    return rows[0]?.bytes ?? 0;
  },

  /** Locks the live segments of a version against other writers until the transaction ends. Returns the revision. */
  lock: (db: TenantDb, versionId: string): Promise<number> => lockRevision(db, versionId),

  /** Raises the revision although no segment changed, so that every cache reads the version again. */
  raiseRevision: (db: TenantDb, versionId: string): Promise<void> => raise(db, versionId, 0),

  listLiveOf: (db: TenantDb, key: IndexedDocumentKey): Promise<LiveSegment[]> =>
    db
      .select({ ...stored, lastOrdinal: indexSegments.lastOrdinal, mergedAt: indexSegments.mergedAt })
      .from(indexSegments)
      .where(and(placed(key), eq(indexSegments.live, true))),

  /** Replaces live segments by others, as one new revision. */
  async exchange(
    db: TenantDb,
    key: IndexedDocumentKey,
    { gone, fresh }: { gone: readonly string[]; fresh: readonly NewSegment[] },
  ): Promise<void> {
    const revision = await lockRevision(db, key.indexVersionId);
    if (gone.length > 0) await db.delete(indexSegments).where(inArray(indexSegments.id, [...gone]));
    for (const segment of fresh) await segmentRepository.insert(db, key, segment);
    const ids = fresh.map(({ id }) => id);
    if (ids.length > 0)
      await db
        .update(indexSegments)
        .set({ live: true, revision: revision + 1 })
        .where(inArray(indexSegments.id, ids));
    await raise(db, key.indexVersionId, fresh.length - gone.length);
  },

  /** Returns the live segments added after revision `since`, up to and including revision `until`. */
  listLiveSince: (
    db: TenantDb,
    versionId: string,
    range: { since: number; until: number },
  ): Promise<SegmentFacts[]> =>
    db
      .select(facts)
      .from(indexSegments)
      .where(
        and(
          eq(indexSegments.indexVersionId, versionId),
          eq(indexSegments.live, true),
          gt(indexSegments.revision, range.since),
          lte(indexSegments.revision, range.until),
        ),
      )
      .orderBy(asc(indexSegments.revision)),

  readData: (db: TenantDb, ids: readonly string[]): Promise<StoredSegment[]> =>
    db
      .select(stored)
      .from(indexSegments)
      .where(inArray(indexSegments.id, [...ids])),

  /** Returns those of the segments that still exist, with where their bytes are stored now. */
  listFacts: (db: TenantDb, ids: readonly string[]): Promise<SegmentFacts[]> =>
    db
      .select(facts)
      .from(indexSegments)
      .where(inArray(indexSegments.id, [...ids])),
};

/**
 * Admits one writer at a time per version, so that revisions follow the order of commits. Inserting a chunk shares a lock
 * on the version's key, so this lock must not include the key: two imports would wait for each other.
 */
const lockRevision = async (db: TenantDb, versionId: string): Promise<number> => {
  const [row] = await db
    .select({ revision: indexVersions.revision })
    .from(indexVersions)
    .where(eq(indexVersions.id, versionId))
    .for('no key update');
  return row?.revision ?? 0;
};

const raise = async (db: TenantDb, versionId: string, by: number): Promise<void> => {
  await db
    .update(indexVersions)
    .set({ revision: sql`${indexVersions.revision} + 1`, segments: sql`${indexVersions.segments} + ${by}` })
    .where(eq(indexVersions.id, versionId));
};
