import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { TenantDb } from '../../../kernel/db/tenant-db.ts';
import { type RunRow, runs } from '../../../kernel/runs/index.ts';
import { documents } from '../bases/declarations.ts';
import { selectFingerprints } from '../indexing/declarations.ts';
import { reindexRunType } from '../indexing/index.ts';
import { indexVersionDocuments } from './tables.ts';

/**
 * A document that differs from the active version. `wanted` is its fingerprint there, or blank when it is not published
 * there.
 */
export interface Behind {
  importId: string;
  wanted: string;
}

interface Pair {
  knowledgeBaseId: string;
  versionId: string;
  activeId: string;
}

const placed = (indexVersionId: string, importId: string) =>
  and(eq(indexVersionDocuments.indexVersionId, indexVersionId), eq(indexVersionDocuments.importId, importId));

const behind = ({ knowledgeBaseId, versionId, activeId }: Pair): SQL => sql`
  from ${documents} i
  left join (${selectFingerprints(activeId)}) a on a.import_id = i.id
  left join index_version_documents d on d.index_version_id = ${versionId} and d.import_id = i.id
  where i.knowledge_base_id = ${knowledgeBaseId} and coalesce(a.stamp, '') <> coalesce(d.stamp, '')`;

/** The contents of index versions beside the active one, and how far they are behind it. */
export const versionContentRepository = {
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
      sql`select stamp from (${selectFingerprints(versionId)}) s where import_id = ${importId}`,
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

  /** After a switch, measures the other versions against the live segments of the version that is now active. */
  async settleActivation(
    db: TenantDb,
    { versionId, activeId }: Pick<Pair, 'versionId' | 'activeId'>,
  ): Promise<void> {
    await db.execute(sql`
      update index_version_documents d
      set stamp = case when d.stamp = before.stamp then after.stamp else 'behind' end
      from (${selectFingerprints(activeId)}) before join (${selectFingerprints(versionId)}) after using (import_id)
      where d.import_id = before.import_id and d.index_version_id <> ${versionId}`);
    await db.delete(indexVersionDocuments).where(eq(indexVersionDocuments.indexVersionId, versionId));
    await db.execute(sql`
      insert into index_version_documents (index_version_id, import_id, stamp)
      select ${activeId}, import_id, stamp from (${selectFingerprints(versionId)}) s
      on conflict (tenant_id, index_version_id, import_id) do update set stamp = excluded.stamp`);
  },
};
