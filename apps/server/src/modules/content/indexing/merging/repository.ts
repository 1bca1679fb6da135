import { and, asc, eq, inArray, isNull, sql, sum } from 'drizzle-orm';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { indexSegments, indexVersions } from '../../bases/index.ts';
import { most, type Unit } from './choose-merge.ts';
import { mergedSegments } from './tables.ts';

/** A living segment within a merged one. */
export interface PlacedSegment {
  id: string;
  first: number;
  docs: number;
}

interface NewMerged {
  id: string;
  indexVersionId: string;
  data: Uint8Array;
  docs: number;
}

const placed = { id: indexSegments.id, first: indexSegments.mergedAt, docs: indexSegments.docs };

export const mergingRepository = {
  /** Whether nobody else merges in this version; it stays so until the transaction ends, however that comes. */
  async claim(db: TenantDb, versionId: string): Promise<boolean> {
    const { rows } = await db.execute<{ claimed: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtextextended(${`merge ${versionId}`}, 0)) as claimed`,
    );
    return rows[0]?.claimed === true;
  },

  /** The smallest of the segments that lie alone: enough for one merge, and to see that more is due. */
  async listAlone(db: TenantDb, versionId: string): Promise<Unit[]> {
    const rows = await db
      .select({ id: indexSegments.id, bytes: indexSegments.bytes, docs: indexSegments.docs })
      .from(indexSegments)
      .where(
        and(
          eq(indexSegments.indexVersionId, versionId),
          eq(indexSegments.kind, 'LEXICAL'),
          eq(indexSegments.live, true),
          isNull(indexSegments.mergedInto),
        ),
      )
      .orderBy(asc(indexSegments.bytes), asc(indexSegments.id))
      .limit(most + 1);
    return rows.map((row) => ({ ...row, isMerged: false, live: row.docs }));
  },

  async listMerged(db: TenantDb, versionId: string): Promise<Unit[]> {
    const { id, bytes, docs } = mergedSegments;
    const rows = await db
      .select({ id, bytes, docs, live: sql<number>`coalesce(${sum(indexSegments.docs)}, 0)::int` })
      .from(mergedSegments)
      .leftJoin(indexSegments, eq(indexSegments.mergedInto, mergedSegments.id))
      .where(eq(mergedSegments.indexVersionId, versionId))
      .groupBy(id, bytes, docs)
      .orderBy(asc(id));
    return rows.map((row) => ({ ...row, isMerged: true }));
  },

  async listMergedIds(db: TenantDb, versionId: string): Promise<string[]> {
    const rows = await db
      .select({ id: mergedSegments.id })
      .from(mergedSegments)
      .where(eq(mergedSegments.indexVersionId, versionId));
    return rows.map(({ id }) => id);
  },

  /** The bytes of a merged segment with what lives of it, in its order; undefined once another one took its place. */
  async read(
    db: TenantDb,
    id: string,
  ): Promise<{ data: Buffer; parts: readonly PlacedSegment[] } | undefined> {
    const [row] = await db
      .select({ data: mergedSegments.data })
      .from(mergedSegments)
      .where(eq(mergedSegments.id, id));
    if (!row) return undefined;
    const parts = await db
      .select(placed)
      .from(indexSegments)
      .where(eq(indexSegments.mergedInto, id))
      .orderBy(asc(indexSegments.mergedAt));
    return { data: row.data, parts };
  },

  async insert(db: TenantDb, { data, ...merged }: NewMerged): Promise<void> {
    const stored = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    await db.insert(mergedSegments).values({ ...merged, data: stored, bytes: stored.byteLength });
  },

  /** Lets segments lie in a merged one. Returns how many did not go away meanwhile. */
  async move(db: TenantDb, mergedInto: string, parts: readonly PlacedSegment[]): Promise<number> {
    const moved = await db
      .update(indexSegments)
      .set({
        mergedInto,
        mergedAt: sql`(${JSON.stringify(Object.fromEntries(parts.map(({ id, first }) => [id, first])))}::jsonb ->> ${indexSegments.id})::int`,
        data: Buffer.alloc(0),
        bytes: 0,
      })
      .where(
        inArray(
          indexSegments.id,
          parts.map(({ id }) => id),
        ),
      )
      .returning({ id: indexSegments.id });
    return moved.length;
  },

  async remove(db: TenantDb, ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await db.delete(mergedSegments).where(inArray(mergedSegments.id, [...ids]));
  },

  /** Tells the indexes in memory that segments lie elsewhere now. */
  async countMerge(db: TenantDb, versionId: string): Promise<void> {
    await db
      .update(indexVersions)
      .set({ merges: sql`${indexVersions.merges} + 1` })
      .where(eq(indexVersions.id, versionId));
  },
};
