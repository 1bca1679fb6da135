import { mergeVectorSources } from '@atelier/retrieval/vector';
import { and, asc, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import { readBinary } from '../../../../kernel/db/binary-rows.ts';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import {
  indexSegments,
  type Kind,
  mergedSegments,
  type PlacedSegment,
  type SegmentFacts,
  type StoredSegment,
} from '../tables.ts';

/** The bytes of a merged segment with its live segments. */
export interface MergedSegment {
  kind: Kind;
  data: Buffer;
  parts: readonly PlacedSegment[];
}

/** The size of the data that is published in an index version. */
export interface IndexSize {
  documents: number;
  chunks: number;
  bytes: number;
}

const pieceBytes = 256 * 1024;

const parseKind = (text: Buffer | null | undefined): Kind =>
  text?.toString() === 'VECTOR' ? 'VECTOR' : 'LEXICAL';

const cutVectors = (bytes: Uint8Array, { first, docs }: Pick<PlacedSegment, 'first' | 'docs'>): Uint8Array =>
  mergeVectorSources([{ bytes, keeps: (row) => row >= first && row < first + docs }]);

const placedIn = { id: indexSegments.id, first: indexSegments.mergedAt, docs: indexSegments.docs };

const facts = {
  id: indexSegments.id,
  kind: indexSegments.kind,
  bytes: indexSegments.bytes,
  importId: indexSegments.importId,
  mergedInto: indexSegments.mergedInto,
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

/** Reads the bytes of segments, wherever they are, and what is known of them. */
export const segmentReadingRepository = {
  /** Returns the bytes of all live segments, merged or not; those of vectors only if `vectors` is set. */
  async countBytes(db: TenantDb, versionId: string, { vectors }: { vectors: boolean }): Promise<number> {
    const { rows } = await db.execute<{ bytes: number }>(sql`select (
      (select coalesce(sum(bytes), 0) from index_segments
        where index_version_id = ${versionId} and live and (kind = 'LEXICAL' or ${vectors}))
      + (select coalesce(sum(bytes), 0) from merged_segments
        where index_version_id = ${versionId} and (kind = 'LEXICAL' or ${vectors})))::float8 as bytes`);
    return rows[0]?.bytes ?? 0;
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
      const rows = await segmentReadingRepository.readData(db, left);
      const moved: string[] = [];
      for (const [mergedInto, segments] of Map.groupBy(rows, (row) => row.mergedInto)) {
        const merged =
          mergedInto === null ? undefined : await segmentReadingRepository.readMerged(db, mergedInto);
        for (const { id, data, mergedAt, docs } of segments)
          if (mergedInto === null) found.push(data);
          else if (merged) found.push(cutVectors(merged.data, { first: mergedAt, docs }));
          else moved.push(id);
      }
      left = moved;
    }
    return found;
  },

  async measure(db: TenantDb, id: string): Promise<IndexSize> {
    const [held] = await db
      .select({
        documents: sql<number>`count(distinct ${indexSegments.importId})::int`,
        bytes: sql<number>`(coalesce(sum(${indexSegments.bytes}), 0) + (
          select coalesce(sum(m.bytes), 0) from merged_segments m where m.index_version_id = ${id}))::float8`,
        chunks: sql<number>`coalesce(sum(${indexSegments.docs}) filter (where kind = 'LEXICAL'), 0)::int`,
      })
      .from(indexSegments)
      .where(and(eq(indexSegments.indexVersionId, id), eq(indexSegments.live, true)));
    return held ?? { documents: 0, chunks: 0, bytes: 0 };
  },

  /** Returns the segments with the vectors of a document in these versions, published or not. */
  async readDocumentVectors(
    db: TenantDb,
    importId: string,
    versionIds: readonly string[],
  ): Promise<Uint8Array[]> {
    const rows = await db
      .select({ id: indexSegments.id })
      .from(indexSegments)
      .where(
        and(
          eq(indexSegments.importId, importId),
          eq(indexSegments.kind, 'VECTOR'),
          inArray(indexSegments.indexVersionId, [...versionIds]),
        ),
      );
    return segmentReadingRepository.readVectors(
      db,
      rows.map(({ id }) => id),
    );
  },

  /** Returns the segments with the vectors of a document in a version that are not published yet. */
  async readWaitingVectors(db: TenantDb, versionId: string, importId: string): Promise<Buffer[]> {
    const rows = await db
      .select({ data: indexSegments.data })
      .from(indexSegments)
      .where(
        and(
          eq(indexSegments.importId, importId),
          eq(indexSegments.indexVersionId, versionId),
          eq(indexSegments.kind, 'VECTOR'),
          eq(indexSegments.live, false),
        ),
      );
    return rows.map(({ data }) => data);
  },
};
