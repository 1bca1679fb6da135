import { and, asc, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { type RunRow, runs } from '../../../../kernel/runs/index.ts';
import type { ChunkRow, IndexVersionRow } from '../../bases/index.ts';
import { chunks, indexSegments, indexVersions } from '../../bases/index.ts';
import { indexVersionDocuments } from './tables.ts';
import { reindexRunType } from './topic.ts';

type NewVersion = Pick<
  IndexVersionRow,
  | 'id'
  | 'knowledgeBaseId'
  | 'chunking'
  | 'language'
  | 'embeddingModelId'
  | 'vectorStore'
  | 'connectionId'
  | 'creditLimit'
>;

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
  versionId: string;
  activeId: string;
}

const placed = (indexVersionId: string, importId: string) =>
  and(eq(indexVersionDocuments.indexVersionId, indexVersionId), eq(indexVersionDocuments.importId, importId));

/**
 * A query of the fingerprint of each document's live segments in a version. Segments are immutable, so every import, edit
 * and withdrawal changes the fingerprint.
 */
const stampsOf = (versionId: string): SQL => sql`
  select import_id, md5(string_agg(id, ' ' order by id)) as stamp
  from index_segments where index_version_id = ${versionId} and live group by import_id`;

const behind = ({ versionId, activeId }: Pair): SQL => sql`
  from index_versions v
  join knowledge_imports i on i.knowledge_base_id = v.knowledge_base_id
  left join (${stampsOf(activeId)}) a on a.import_id = i.id
  left join index_version_documents d on d.index_version_id = v.id and d.import_id = i.id
  where v.id = ${versionId} and coalesce(a.stamp, '') <> coalesce(d.stamp, '')`;

export const indexVersionRepository = {
  /** Newest first. */
  list: (db: TenantDb, knowledgeBaseId: string): Promise<IndexVersionRow[]> =>
    db
      .select()
      .from(indexVersions)
      .where(eq(indexVersions.knowledgeBaseId, knowledgeBaseId))
      .orderBy(desc(indexVersions.createdAt), desc(indexVersions.id)),

  async insert(db: TenantDb, row: NewVersion): Promise<void> {
    await db.insert(indexVersions).values({ ...row, status: 'BUILDING' });
  },

  async remove(db: TenantDb, id: string): Promise<void> {
    await db.delete(indexVersions).where(eq(indexVersions.id, id));
  },

  async setLimit(db: TenantDb, id: string, creditLimit: number | null): Promise<void> {
    await db.update(indexVersions).set({ creditLimit }).where(eq(indexVersions.id, id));
  },

  async addSpent(db: TenantDb, id: string, credits: number): Promise<void> {
    await db
      .update(indexVersions)
      .set({ spentCredits: sql`${indexVersions.spentCredits} + ${credits}` })
      .where(eq(indexVersions.id, id));
  },

  async setReady(db: TenantDb, id: string, readyAt: Date): Promise<void> {
    await db.update(indexVersions).set({ readyAt }).where(eq(indexVersions.id, id));
  },

  /** Marks the ready versions that are not active as no longer ready. Returns their ids. */
  async takeReady(db: TenantDb, knowledgeBaseId: string): Promise<string[]> {
    const rows = await db
      .update(indexVersions)
      .set({ readyAt: null })
      .where(
        and(
          eq(indexVersions.knowledgeBaseId, knowledgeBaseId),
          eq(indexVersions.status, 'BUILDING'),
          sql`${indexVersions.readyAt} is not null`,
        ),
      )
      .returning({ id: indexVersions.id });
    return rows.map(({ id }) => id);
  },

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

  async countHandwritten(db: TenantDb, id: string): Promise<number> {
    const [row] = await db
      .select({ total: count() })
      .from(chunks)
      .where(and(eq(chunks.indexVersionId, id), eq(chunks.edited, true)));
    return row?.total ?? 0;
  },

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
      sql`select stamp from (${stampsOf(versionId)}) s where import_id = ${importId}`,
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

  /** Returns the segments with the vectors that a model made of a document, from all versions. */
  async listVectors(
    db: TenantDb,
    { importId, embeddingModelId }: { importId: string; embeddingModelId: string },
  ): Promise<Buffer[]> {
    const rows = await db
      .select({ data: indexSegments.data })
      .from(indexSegments)
      .innerJoin(indexVersions, eq(indexVersions.id, indexSegments.indexVersionId))
      .where(
        and(
          eq(indexSegments.importId, importId),
          eq(indexSegments.kind, 'VECTOR'),
          eq(indexVersions.embeddingModelId, embeddingModelId),
        ),
      );
    return rows.map(({ data }) => data);
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

  /** Makes another version the active one, in one statement. */
  async activate(db: TenantDb, { versionId, activeId }: Pair): Promise<void> {
    await db.execute(sql`
      with retired as (
        update index_versions set status = 'RETIRED', retired_at = now() where id = ${activeId}
      ), activated as (
        update index_versions set status = 'ACTIVE', retired_at = null, ready_at = null
        where id = ${versionId} returning knowledge_base_id
      )
      update knowledge_bases b set active_index_version = ${versionId}, updated_at = now()
      from activated where b.id = activated.knowledge_base_id`);
  },

  /** After a switch, measures documents and the other versions against what is live in the version that is now active. */
  async settleActivation(db: TenantDb, { versionId, activeId }: Pair): Promise<void> {
    await db.execute(sql`
      update index_version_documents d
      set stamp = case when d.stamp = before.stamp then after.stamp else 'behind' end
      from (${stampsOf(activeId)}) before join (${stampsOf(versionId)}) after using (import_id)
      where d.import_id = before.import_id and d.index_version_id <> ${versionId}`);
    await db.delete(indexVersionDocuments).where(eq(indexVersionDocuments.indexVersionId, versionId));
    await db.execute(sql`
      insert into index_version_documents (index_version_id, import_id, stamp)
      select ${activeId}, import_id, stamp from (${stampsOf(versionId)}) s
      on conflict (tenant_id, index_version_id, import_id) do update set stamp = excluded.stamp`);
    await db.execute(sql`
      update knowledge_imports i set chunked_for = ${versionId}, chunk_count = (
        select count(*) from chunks c where c.import_id = i.id and c.index_version_id = ${versionId}
          and c.document_version = i.shown_version)
      where i.id in (select import_id from index_segments where index_version_id = ${versionId} and live)
        and i.version = i.shown_version`);
  },
};
