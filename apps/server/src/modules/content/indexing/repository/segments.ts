import { mergeVectorSources } from '@atelier/retrieval/vector';
import { and, asc, eq, gt, inArray, lte, max, sql } from 'drizzle-orm';
import { readBinary } from '../../../../kernel/db/binary-rows.ts';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { indexVersionRepository } from '../../bases/index.ts';
import { indexSegments, mergedSegments, type SegmentRow } from '../tables.ts';
import type { IndexedDocumentKey } from './chunks.ts';

export type Kind = SegmentRow['kind'];
export type NewSegment = Pick<SegmentRow, 'id' | 'kind' | 'docs' | 'lastOrdinal'> & { data: Uint8Array };
export type SegmentFacts = Pick<SegmentRow, 'id' | 'kind' | 'bytes' | 'importId' | 'mergedInto'>;
/** A segment with its bytes, or with the merged segment that holds them. */
export type StoredSegment = Pick<SegmentRow, 'id' | 'kind' | 'docs' | 'data' | 'mergedInto' | 'mergedAt'>;
export type LiveSegment = StoredSegment & Pick<SegmentRow, 'lastOrdinal'>;

/** A live segment within a merged one. */
export interface PlacedSegment {
  id: string;
  first: number;
  docs: number;
}

/** The bytes of a merged segment with its live segments. */
export interface MergedSegment {
  kind: Kind;
  data: Buffer;
  parts: readonly PlacedSegment[];
}

const pieceBytes = 256 * 1024;

const parseKind = (text: Buffer | null | undefined): Kind =>
  text?.toString() === 'VECTOR' ? 'VECTOR' : 'LEXICAL';

const cutVectors = (bytes: Uint8Array, { first, docs }: Pick<PlacedSegment, 'first' | 'docs'>): Uint8Array =>
  mergeVectorSources([{ bytes, keeps: (row) => row >= first && row < first + docs }]);

const placedIn = { id: indexSegments.id, first: indexSegments.mergedAt, docs: indexSegments.docs };

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
  mergedAt: indexSegments.mergedAt,
};

/**
 * Reads a merged segment in pieces, which the driver can receive without copying each of them several times. The storage of the column lets
 * the database read a piece without the rest.
 */
const readPieces = async (
  db: TenantDb,
  id: string,
): Promise<Pick<MergedSegment, 'kind' | 'data'> | undefined> => {
  let found: { kind: Kind; data: Buffer } | undefined;
  await readBinary(
    db,
    sql`select kind, bytes, piece, substring(data from piece * ${pieceBytes} + 1 for ${pieceBytes})
      from merged_segments, generate_series(0, (bytes - 1) / ${pieceBytes}) piece where id = ${id}`,
    ([kind, bytes, piece, part]) => {
      found ??= { kind: parseKind(kind), data: Buffer.allocUnsafe(bytes?.readInt32BE() ?? 0) };
      part?.copy(found.data, (piece?.readInt32BE() ?? 0) * pieceBytes);
    },
  );
  return found;
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

  /** True when the document has published segments. */
  async hasLive(db: TenantDb, key: IndexedDocumentKey): Promise<boolean> {
    const [row] = await db
      .select({ id: indexSegments.id })
      .from(indexSegments)
      .where(and(placed(key), eq(indexSegments.live, true)))
      .limit(1);
    return row !== undefined;
  },

  /** Publishes the segments of an import and removes those that it had published before, as one new revision. */
  async publish(db: TenantDb, key: IndexedDocumentKey): Promise<void> {
    const revision = await indexVersionRepository.lock(db, key.indexVersionId);
    const dropped = await db
      .delete(indexSegments)
      .where(and(placed(key), eq(indexSegments.live, true)))
      .returning({ id: indexSegments.id });
    const shown = await db
      .update(indexSegments)
      .set({ live: true, revision: revision + 1 })
      .where(and(placed(key), eq(indexSegments.live, false)))
      .returning({ id: indexSegments.id });
    await indexVersionRepository.raise(db, key.indexVersionId, shown.length - dropped.length);
  },

  /** Removes imports from the index version, as one new revision. Returns the number of segments removed. */
  async withdraw(db: TenantDb, versionId: string, importIds: readonly string[]): Promise<number> {
    await indexVersionRepository.lock(db, versionId);
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
    if (dropped.length > 0) await indexVersionRepository.raise(db, versionId, -dropped.length);
    return dropped.length;
  },

  /** Returns the bytes of all live segments, merged or not; those of vectors only if `vectors` is set. */
  async countBytes(db: TenantDb, versionId: string, { vectors }: { vectors: boolean }): Promise<number> {
    const { rows } = await db.execute<{ bytes: number }>(sql`select (
      (select coalesce(sum(bytes), 0) from index_segments
        where index_version_id = ${versionId} and live and (kind = 'LEXICAL' or ${vectors}))
      + (select coalesce(sum(bytes), 0) from merged_segments
        where index_version_id = ${versionId} and (kind = 'LEXICAL' or ${vectors})))::float8 as bytes`);
    return rows[0]?.bytes ?? 0;
  },

  listLive: (db: TenantDb, key: IndexedDocumentKey): Promise<LiveSegment[]> =>
    db
      .select({ ...stored, lastOrdinal: indexSegments.lastOrdinal })
      .from(indexSegments)
      .where(and(placed(key), eq(indexSegments.live, true))),

  /** Replaces live segments by others, as one new revision. */
  async exchange(
    db: TenantDb,
    key: IndexedDocumentKey,
    { gone, fresh }: { gone: readonly string[]; fresh: readonly NewSegment[] },
  ): Promise<void> {
    const revision = await indexVersionRepository.lock(db, key.indexVersionId);
    if (gone.length > 0) await db.delete(indexSegments).where(inArray(indexSegments.id, [...gone]));
    for (const segment of fresh) await segmentRepository.insert(db, key, segment);
    const ids = fresh.map(({ id }) => id);
    if (ids.length > 0)
      await db
        .update(indexSegments)
        .set({ live: true, revision: revision + 1 })
        .where(inArray(indexSegments.id, ids));
    await indexVersionRepository.raise(db, key.indexVersionId, fresh.length - gone.length);
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

  async readData(db: TenantDb, ids: readonly string[]): Promise<StoredSegment[]> {
    const found: StoredSegment[] = [];
    await readBinary(
      db,
      sql`select id, kind, docs, data, merged_into, merged_at from index_segments
        where id = any(string_to_array(${ids.join(' ')}, ' '))`,
      ([id, kind, docs, data, mergedInto, mergedAt]) =>
        found.push({
          id: id?.toString() ?? '',
          kind: parseKind(kind),
          docs: docs?.readInt32BE() ?? 0,
          data: Buffer.from(data ?? []),
          mergedInto: mergedInto?.toString() ?? null,
          mergedAt: mergedAt?.readInt32BE() ?? 0,
        }),
    );
    return found;
  },

  /** Returns those of the segments that still exist, with the present location of their bytes. */
  listFacts: (db: TenantDb, ids: readonly string[]): Promise<SegmentFacts[]> =>
    db
      .select(facts)
      .from(indexSegments)
      .where(inArray(indexSegments.id, [...ids])),

  /** Returns the ids of the merged lexical segments. */
  async listMergedIds(db: TenantDb, versionId: string): Promise<string[]> {
    const rows = await db
      .select({ id: mergedSegments.id })
      .from(mergedSegments)
      .where(and(eq(mergedSegments.indexVersionId, versionId), eq(mergedSegments.kind, 'LEXICAL')));
    return rows.map(({ id }) => id);
  },

  /** Returns the bytes of a merged segment with its live segments, in order; undefined once it was replaced by another. */
  async readMerged(db: TenantDb, id: string): Promise<MergedSegment | undefined> {
    const [held, parts] = await Promise.all([
      readPieces(db, id),
      db
        .select(placedIn)
        .from(indexSegments)
        .where(eq(indexSegments.mergedInto, id))
        .orderBy(asc(indexSegments.mergedAt)),
    ]);
    return held && { ...held, parts };
  },

  /**
   * Returns the vectors of segments, in no particular order; those of a merged segment are cut out of it. Segments may be merged meanwhile:
   * those that have moved are looked up again. Deleted ones are left out.
   */
  async readVectors(db: TenantDb, ids: readonly string[]): Promise<Uint8Array[]> {
    const found: Uint8Array[] = [];
    let left = ids;
    while (left.length > 0) {
      const rows = await segmentRepository.readData(db, left);
      const moved: string[] = [];
      for (const [mergedInto, segments] of Map.groupBy(rows, (row) => row.mergedInto)) {
        const merged = mergedInto === null ? undefined : await segmentRepository.readMerged(db, mergedInto);
        for (const { id, data, mergedAt, docs } of segments)
          if (mergedInto === null) found.push(data);
          else if (merged) found.push(cutVectors(merged.data, { first: mergedAt, docs }));
          else moved.push(id);
      }
      left = moved;
    }
    return found;
  },
};
