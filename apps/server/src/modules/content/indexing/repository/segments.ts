import { and, eq, inArray, max, type SQL, sql } from 'drizzle-orm';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { raiseRevision } from '../../bases/index.ts';
import { type IndexedDocumentKey, indexSegments, type LiveSegment, type NewSegment } from '../tables.ts';

/** Segments that take the place of others. */
export interface Exchange {
  gone: readonly string[];
  fresh: readonly NewSegment[];
}

/** A document whose segments are not stored yet. */
export interface FreshDocument {
  importId: string;
  segments: readonly NewSegment[];
}

const placed = ({ importId, indexVersionId }: IndexedDocumentKey) =>
  and(eq(indexSegments.importId, importId), eq(indexSegments.indexVersionId, indexVersionId));

const stored = {
  id: indexSegments.id,
  kind: indexSegments.kind,
  docs: indexSegments.docs,
  data: indexSegments.data,
  mergedInto: indexSegments.mergedInto,
  mergedAt: indexSegments.mergedAt,
};

/** Writes the segments of documents in an index version. */
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

  /** Deletes the live segments of a document. Returns their number. */
  async removeLive(db: TenantDb, key: IndexedDocumentKey): Promise<number> {
    const dropped = await db
      .delete(indexSegments)
      .where(and(placed(key), eq(indexSegments.live, true)))
      .returning({ id: indexSegments.id });
    return dropped.length;
  },

  /** Makes the waiting segments of a document live at a revision. Returns their number. */
  async makeLive(db: TenantDb, key: IndexedDocumentKey, revision: number): Promise<number> {
    const shown = await db
      .update(indexSegments)
      .set({ live: true, revision })
      .where(and(placed(key), eq(indexSegments.live, false)))
      .returning({ id: indexSegments.id });
    return shown.length;
  },

  /** Deletes the live segments of documents in an index version. Returns their number. */
  async removeLiveDocuments(db: TenantDb, versionId: string, importIds: readonly string[]): Promise<number> {
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
    return dropped.length;
  },

  /** Raises the revision of an index version, and counts the segments that were added. */
  async raise(db: TenantDb, versionId: string, segments: number): Promise<void> {
    await db.execute(raiseRevision(versionId)(sql`${segments}`));
  },

  /**
   * Publishes documents as one new revision, in the place of what they had published before. The caller holds the lock of the version.
   * `raise` makes the part of the statement that raises its revision, from the increase in the number of its segments.
   */
  async publishFresh(
    db: TenantDb,
    order: { indexVersionId: string; revision: number; raise: (segments: SQL) => SQL },
    whole: readonly FreshDocument[],
  ): Promise<void> {
    const { indexVersionId, revision, raise } = order;
    const fresh = whole.flatMap(({ importId, segments }) =>
      segments.map(({ data, ...segment }) => ({
        ...{ ...segment, importId, bytes: data.byteLength },
        data: Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64'),
      })),
    );
    const ids = JSON.stringify(whole.map(({ importId }) => importId));
    const these = sql`index_version_id = ${indexVersionId} and import_id in (select json_array_elements_text(${ids}::json))`;
    // The parts of one statement see the rows as they were before it.
    await db.execute(sql`
      with dropped as (delete from index_segments where ${these} and live returning 1),
      shown as (update index_segments set live = true, revision = ${revision} where ${these} and not live returning 1),
      fresh as (
        insert into index_segments (id, index_version_id, import_id, kind, data, bytes, docs, last_ordinal, live, revision)
        select id, ${indexVersionId}, "importId", kind, decode(data, 'base64'), bytes, docs, "lastOrdinal", true, ${revision}
        from json_to_recordset(${JSON.stringify(fresh)}::json) as segment(id text, "importId" text, kind text, data text, bytes int, docs int,
          "lastOrdinal" int)
        returning 1)
      ${raise(sql`((select count(*) from shown) + (select count(*) from fresh) - (select count(*) from dropped))::int`)}`);
  },

  listLive: (db: TenantDb, key: IndexedDocumentKey): Promise<LiveSegment[]> =>
    db
      .select({ ...stored, lastOrdinal: indexSegments.lastOrdinal })
      .from(indexSegments)
      .where(and(placed(key), eq(indexSegments.live, true))),

  /** Replaces segments by others, which are live from a revision on. */
  async replace(
    db: TenantDb,
    key: IndexedDocumentKey,
    { gone, fresh, revision }: Exchange & { revision: number },
  ): Promise<void> {
    if (gone.length > 0) await db.delete(indexSegments).where(inArray(indexSegments.id, [...gone]));
    for (const segment of fresh) await segmentRepository.insert(db, key, segment);
    const ids = fresh.map(({ id }) => id);
    if (ids.length > 0)
      await db.update(indexSegments).set({ live: true, revision }).where(inArray(indexSegments.id, ids));
  },
};
