import { and, asc, eq, gt, inArray, lte, max, sql } from 'drizzle-orm';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { type IndexVersionRow, indexSegments, indexVersions, type SegmentRow } from '../../bases/index.ts';
import type { IndexedDocumentKey } from './content.ts';

export type NewSegment = Pick<SegmentRow, 'id' | 'kind' | 'docs' | 'lastOrdinal'> & { data: Uint8Array };
export type SegmentFacts = Pick<SegmentRow, 'id' | 'kind' | 'bytes' | 'importId' | 'mergedInto'>;
export type StoredSegment = Pick<SegmentRow, 'id' | 'kind' | 'docs' | 'data' | 'mergedInto'>;

/** A segment with its bytes, or where they lie. */
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
  /** Stores a segment that search does not see yet. */
  async insert(db: TenantDb, key: IndexedDocumentKey, { data, ...segment }: NewSegment): Promise<void> {
    const own = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    await db.insert(indexSegments).values({ ...key, ...segment, data: own, bytes: own.byteLength });
  },

  /** The last chunk that has a vector, by its place in the document; -1 when none has. */
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

  /** Makes what an import has built visible in place of what it had before, as one new revision. */
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

  /** Takes imports out of the index version, as one new revision. Returns how many segments went. */
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

  /** Bytes of what is live, merged or alone; those of vectors only if wanted. */
  async countBytes(db: TenantDb, versionId: string, { vectors }: { vectors: boolean }): Promise<number> {
    const { rows } = await db.execute<{ bytes: number }>(sql`select (
      (select coalesce(sum(bytes), 0) from index_segments
        where index_version_id = ${versionId} and live and (kind = 'LEXICAL' or ${vectors}))
      + (select coalesce(sum(bytes), 0) from merged_segments where index_version_id = ${versionId}))::float8 as bytes`);
    return rows[0]?.bytes ?? 0;
  },

  /** Lets no other writer change what is live until the transaction ends. */
  lock: (db: TenantDb, versionId: string): Promise<number> => lockRevision(db, versionId),

  /** Tells every cache to look again, although no segment changed. */
  raiseRevision: (db: TenantDb, versionId: string): Promise<void> => raise(db, versionId, 0),

  listLiveOf: (db: TenantDb, key: IndexedDocumentKey): Promise<LiveSegment[]> =>
    db
      .select({ ...stored, lastOrdinal: indexSegments.lastOrdinal, mergedAt: indexSegments.mergedAt })
      .from(indexSegments)
      .where(and(placed(key), eq(indexSegments.live, true))),

  /** Puts live segments in the place of others, as one new revision. */
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

  /** Live segments that came after revision `since`, up to revision `until`. */
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

  /** What there is of these segments, and where it lies by now. */
  listFacts: (db: TenantDb, ids: readonly string[]): Promise<SegmentFacts[]> =>
    db
      .select(facts)
      .from(indexSegments)
      .where(inArray(indexSegments.id, [...ids])),
};

/**
 * One writer at a time per version, so that revisions are in the order of their commits. Inserting a chunk shares the
 * version's key: a lock that took the key as well would make two imports wait for each other.
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
