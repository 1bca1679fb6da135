import { and, asc, eq, inArray, isNull, sql, sum } from 'drizzle-orm';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { indexSegments, mergedSegments, type PlacedSegment, type SegmentRow } from '../tables.ts';
import { most, type Unit } from './choose-merge.ts';

type Kind = SegmentRow['kind'];

interface NewMerged {
  id: string;
  indexVersionId: string;
  kind: Kind;
  data: Uint8Array;
  docs: number;
}

export const mergingRepository = {
  /** Claims the version for merging until the transaction ends. Returns false when another transaction has claimed it. */
  async claim(db: TenantDb, versionId: string): Promise<boolean> {
    const { rows } = await db.execute<{ claimed: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtextextended(${`merge ${versionId}`}, 0)) as claimed`,
    );
    return rows[0]?.claimed === true;
  },

  /** Returns the smallest single segments: enough for one merge, and to tell whether another one is due. */
  async listAlone(db: TenantDb, versionId: string, kind: Kind): Promise<Unit[]> {
    const rows = await db
      .select({ id: indexSegments.id, bytes: indexSegments.bytes, docs: indexSegments.docs })
      .from(indexSegments)
      .where(
        and(
          eq(indexSegments.indexVersionId, versionId),
          eq(indexSegments.kind, kind),
          eq(indexSegments.live, true),
          isNull(indexSegments.mergedInto),
        ),
      )
      .orderBy(asc(indexSegments.bytes), asc(indexSegments.id))
      .limit(most + 1);
    return rows.map((row) => ({ ...row, isMerged: false, live: row.docs }));
  },

  async listMerged(db: TenantDb, versionId: string, kind: Kind): Promise<Unit[]> {
    const { id, bytes, docs } = mergedSegments;
    const rows = await db
      .select({ id, bytes, docs, live: sql<number>`coalesce(${sum(indexSegments.docs)}, 0)::int` })
      .from(mergedSegments)
      .leftJoin(indexSegments, eq(indexSegments.mergedInto, mergedSegments.id))
      .where(and(eq(mergedSegments.indexVersionId, versionId), eq(mergedSegments.kind, kind)))
      .groupBy(id, bytes, docs)
      .orderBy(asc(id));
    return rows.map((row) => ({ ...row, isMerged: true }));
  },

  async insert(db: TenantDb, { data, ...merged }: NewMerged): Promise<void> {
    const stored = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    await db.insert(mergedSegments).values({ ...merged, data: stored, bytes: stored.byteLength });
  },

  /** Moves segments into a merged one. Returns how many of them still exist. */
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
};
