import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { defineStatement, type Values } from '../../../../kernel/db/define-statement.ts';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { type IndexVersionRow, indexVersions, knowledgeBases } from '../tables.ts';

export type NewVersion = Pick<
  IndexVersionRow,
  | 'id'
  | 'knowledgeBaseId'
  | 'chunking'
  | 'language'
  | 'format'
  | 'embeddingModelId'
  | 'vectorStore'
  | 'connectionId'
  | 'creditLimit'
>;

/** A change of an index version. Columns that are left out stay as they are. */
export interface VersionChange
  extends Partial<Pick<IndexVersionRow, 'dimensions' | 'storeGeneration' | 'creditLimit' | 'readyAt'>> {
  /** The credits that were spent in addition. */
  spent?: number;
  /** The number of new merges, which tells the indexes in memory that segments have moved. */
  merged?: number;
}

/**
 * Makes the statement that raises the revision of a version, so that every cache reads it again, and counts the segments that were added.
 * The first vectors determine the dimensions.
 */
export const raiseRevision =
  (id: string, dimensions: number | null = null) =>
  (segments: SQL): SQL =>
    sql`update ${indexVersions} set revision = revision + 1, segments = segments + ${segments},
    dimensions = coalesce(dimensions, ${dimensions}::integer) where id = ${id}`;

/** Declared, so that it leaves at once: what is sent after it is executed under the lock. */
const lockById = defineStatement((db, { id }: Values<{ id: string }>) =>
  db
    .select({ revision: indexVersions.revision })
    .from(indexVersions)
    .where(eq(indexVersions.id, id))
    .for('no key update'),
);

/** The rows of index versions: how each is split and embedded, and its state. The contents of a version belong to indexing. */
export const indexVersionRepository = {
  async find(db: TenantDb, id: string): Promise<IndexVersionRow | undefined> {
    const [row] = await db.select().from(indexVersions).where(eq(indexVersions.id, id));
    return row;
  },

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

  async update(db: TenantDb, id: string, { spent, merged, ...columns }: VersionChange): Promise<void> {
    const { spentCredits, merges } = indexVersions;
    await db
      .update(indexVersions)
      .set({
        ...columns,
        ...(spent === undefined ? {} : { spentCredits: sql`${spentCredits} + ${spent}` }),
        ...(merged === undefined ? {} : { merges: sql`${merges} + ${merged}` }),
      })
      .where(eq(indexVersions.id, id));
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

  /**
   * Locks the live segments of a version against other writers until the transaction ends, so that revisions follow the
   * order of commits. Returns the revision. Inserting a chunk shares a lock on the version's key, so this lock must not
   * include the key: two imports would wait for each other.
   */
  async lock(db: TenantDb, id: string): Promise<number> {
    const [row] = await lockById(db, { id });
    return row?.revision ?? 0;
  },

  /** Lists the knowledge bases with an index version that is stored through one of the connections. */
  listBasesOn: (db: TenantDb, connectionIds: readonly string[]) =>
    db
      .selectDistinct({
        connectionId: sql<string>`${indexVersions.connectionId}`,
        id: knowledgeBases.id,
        name: knowledgeBases.name,
      })
      .from(indexVersions)
      .innerJoin(knowledgeBases, eq(knowledgeBases.id, indexVersions.knowledgeBaseId))
      .where(inArray(indexVersions.connectionId, [...connectionIds]))
      .orderBy(knowledgeBases.name),

  /** Makes another version the active one, in one statement. */
  async activate(
    db: TenantDb,
    { versionId, activeId }: { versionId: string; activeId: string },
  ): Promise<void> {
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
};
