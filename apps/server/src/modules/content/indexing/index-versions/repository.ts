import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { type RunRow, runs } from '../../../../kernel/runs/index.ts';
import { documents } from '../../bases/declarations.ts';
import { segmentRepository } from '../repository/segments.ts';
import { type ChunkRow, chunks, indexSegments, indexVersionDocuments } from '../tables.ts';
import { reindexRunType } from './active-index.ts';

/**
 * A document that differs from the active version. `wanted` is its fingerprint there, or blank when it is not published
 * there.
 */
export interface Behind {
  importId: string;
  wanted: string;
}

export interface VersionFacts {
  documents: number;
  chunks: number;
  bytes: number;
}

interface Pair {
  knowledgeBaseId: string;
  versionId: string;
  activeId: string;
}

const placed = (indexVersionId: string, importId: string) =>
  and(eq(indexVersionDocuments.indexVersionId, indexVersionId), eq(indexVersionDocuments.importId, importId));

/**
 * A query of the fingerprint of each document's live segments in a version. Segments are immutable, so every import, edit
 * and withdrawal changes the fingerprint.
 */
const buildStampsQuery = (versionId: string): SQL => sql`
  select import_id, md5(string_agg(id, ' ' order by id)) as stamp
  from index_segments where index_version_id = ${versionId} and live group by import_id`;

const behind = ({ knowledgeBaseId, versionId, activeId }: Pair): SQL => sql`
  from ${documents} i
  left join (${buildStampsQuery(activeId)}) a on a.import_id = i.id
  left join index_version_documents d on d.index_version_id = ${versionId} and d.import_id = i.id
  where i.knowledge_base_id = ${knowledgeBaseId} and coalesce(a.stamp, '') <> coalesce(d.stamp, '')`;

/** Queries for the contents of index versions and their differences from the active one. */
export const versionContentRepository = {
  async readFacts(db: TenantDb, id: string): Promise<VersionFacts> {
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

  /** Returns the number of tokens in the version. Overlapping text is counted twice. */
  async countTokens(db: TenantDb, id: string): Promise<number> {
    const [row] = await db
      .select({ tokens: sql<number>`coalesce(sum(${chunks.tokens}), 0)::float8` })
      .from(chunks)
      .where(eq(chunks.indexVersionId, id));
    return row?.tokens ?? 0;
  },

  countHandwritten: (db: TenantDb, id: string): Promise<number> =>
    db.$count(chunks, and(eq(chunks.indexVersionId, id), eq(chunks.edited, true))),

  async findLatestRun(db: TenantDb, versionId: string): Promise<RunRow | undefined> {
    const [row] = await db
      .select()
      .from(runs)
      .where(and(eq(runs.kind, reindexRunType.kind), eq(runs.subjectId, versionId)))
      .orderBy(desc(runs.createdAt), desc(runs.id))
      .limit(1);
    return row;
  },

  async countBehind(db: TenantDb, pair: Pair): Promise<number> {
    const { rows } = await db.execute<{ total: number }>(sql`select count(*)::int as total ${behind(pair)}`);
    return rows[0]?.total ?? 0;
  },

  async listBehind(db: TenantDb, pair: Pair): Promise<Behind[]> {
    const { rows } = await db.execute<{ import_id: string; wanted: string }>(
      sql`select i.id as import_id, coalesce(a.stamp, '') as wanted ${behind(pair)} order by i.created_at, i.id`,
    );
    return rows.map(({ import_id: importId, wanted }) => ({ importId, wanted }));
  },

  /** Returns the document's fingerprint in the version, or a blank text when none of its segments is live. */
  async readStamp(db: TenantDb, versionId: string, importId: string): Promise<string> {
    const { rows } = await db.execute<{ stamp: string }>(
      sql`select stamp from (${buildStampsQuery(versionId)}) s where import_id = ${importId}`,
    );
    return rows[0]?.stamp ?? '';
  },

  async readCutStamp(db: TenantDb, versionId: string, importId: string): Promise<string> {
    const [row] = await db
      .select({ cutStamp: indexVersionDocuments.cutStamp })
      .from(indexVersionDocuments)
      .where(placed(versionId, importId));
    return row?.cutStamp ?? '';
  },

  async writeStamps(
    db: TenantDb,
    key: { versionId: string; importId: string },
    stamps: { stamp: string; cutStamp: string },
  ): Promise<void> {
    const { versionId: indexVersionId, importId } = key;
    await db
      .insert(indexVersionDocuments)
      .values({ indexVersionId, importId, ...stamps })
      .onConflictDoUpdate({
        target: [
          indexVersionDocuments.tenantId,
          indexVersionDocuments.indexVersionId,
          indexVersionDocuments.importId,
        ],
        set: stamps,
      });
  },

  /** Returns all chunks of a document in a version, in order and without a limit. */
  listChunks: (
    db: TenantDb,
    key: { indexVersionId: string; importId: string; documentVersion: number },
  ): Promise<ChunkRow[]> =>
    db
      .select()
      .from(chunks)
      .where(
        and(
          eq(chunks.indexVersionId, key.indexVersionId),
          eq(chunks.importId, key.importId),
          eq(chunks.documentVersion, key.documentVersion),
        ),
      )
      .orderBy(asc(chunks.ordinal)),

  async removeChunks(db: TenantDb, versionId: string, importId: string): Promise<void> {
    await db.delete(chunks).where(and(eq(chunks.indexVersionId, versionId), eq(chunks.importId, importId)));
  },

  async markEdited(db: TenantDb, ids: readonly string[]): Promise<void> {
    if (ids.length > 0)
      await db
        .update(chunks)
        .set({ edited: true })
        .where(inArray(chunks.id, [...ids]));
  },

  /** Returns the content hashes of a document's chunks in all versions, by chunk id. */
  async listHashes(db: TenantDb, importId: string): Promise<Map<string, string>> {
    const rows = await db
      .select({ id: chunks.id, hash: chunks.contentHash })
      .from(chunks)
      .where(eq(chunks.importId, importId));
    return new Map(rows.map(({ id, hash }) => [id, hash]));
  },

  /** Returns the segments with the vectors of a document in these versions, published or not. */
  async listVectors(db: TenantDb, importId: string, versionIds: readonly string[]): Promise<Uint8Array[]> {
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
    return segmentRepository.readVectors(
      db,
      rows.map(({ id }) => id),
    );
  },

  /** Returns the segments with the vectors of a document in a version that are not published yet. */
  async listWaitingVectors(db: TenantDb, versionId: string, importId: string): Promise<Buffer[]> {
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

  /** After a switch, measures the other versions against the live segments of the version that is now active. */
  async settleActivation(
    db: TenantDb,
    { versionId, activeId }: Pick<Pair, 'versionId' | 'activeId'>,
  ): Promise<void> {
    await db.execute(sql`
      update index_version_documents d
      set stamp = case when d.stamp = before.stamp then after.stamp else 'behind' end
      from (${buildStampsQuery(activeId)}) before join (${buildStampsQuery(versionId)}) after using (import_id)
      where d.import_id = before.import_id and d.index_version_id <> ${versionId}`);
    await db.delete(indexVersionDocuments).where(eq(indexVersionDocuments.indexVersionId, versionId));
    await db.execute(sql`
      insert into index_version_documents (index_version_id, import_id, stamp)
      select ${activeId}, import_id, stamp from (${buildStampsQuery(versionId)}) s
      on conflict (tenant_id, index_version_id, import_id) do update set stamp = excluded.stamp`);
  },

  /** Counts the chunks of each document that is live in a version. */
  async countOfDocuments(db: TenantDb, versionId: string): Promise<{ id: string; chunks: number }[]> {
    const { rows } = await db.execute<{ id: string; chunks: number }>(sql`
      select i.id, (select count(*)::int from chunks c where c.import_id = i.id
        and c.index_version_id = ${versionId} and c.document_version = i.shown_version) as chunks
      from ${documents} i
      where i.id in (select import_id from index_segments where index_version_id = ${versionId} and live)`);
    return rows;
  },
};
