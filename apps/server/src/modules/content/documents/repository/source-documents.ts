import type { DocumentLabels } from '@atelier/contracts/content/bases/import-shapes';
import type { AnyColumn } from 'drizzle-orm';
import { and, asc, count, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { runs } from '../../../../kernel/runs/index.ts';
import { type ImportRow, knowledgeBases, knowledgeImports } from '../../bases/index.ts';

type NewDocumentRow = Pick<
  ImportRow,
  | 'id'
  | 'knowledgeBaseId'
  | 'sourceId'
  | 'externalId'
  | 'fileId'
  | 'name'
  | 'type'
  | 'size'
  | 'sha256'
  | 'runId'
  | 'url'
  | 'metadata'
  | keyof DocumentLabels
>;

/** A document with the same content as another one. */
export type Same = Pick<ImportRow, 'id' | 'name' | 'sha256'>;

/** Selects the run status of the document whose id is in `importId`; null when the document was deleted. */
export const statusOfDocument = (importId: AnyColumn): SQL =>
  sql`(select ${runs.status} from ${knowledgeImports} inner join ${runs} on ${runs.id} = ${knowledgeImports.runId}
    where ${knowledgeImports.id} = ${importId})`;

/** The documents that were read from sources. */
export const sourceDocumentRepository = {
  /** Returns whether the knowledge base exists, and locks it against deletion until the transaction ends. */
  async holdBase(db: TenantDb, knowledgeBaseId: string): Promise<boolean> {
    const rows = await db
      .select({ id: knowledgeBases.id })
      .from(knowledgeBases)
      .where(eq(knowledgeBases.id, knowledgeBaseId))
      .for('key share');
    return rows.length > 0;
  },

  async insert(db: TenantDb, row: NewDocumentRow): Promise<void> {
    await db.insert(knowledgeImports).values(row);
  },

  async update(
    db: TenantDb,
    id: string,
    change: Partial<Pick<ImportRow, 'name' | 'url' | 'metadata' | 'fileId' | 'size' | 'sha256' | 'runId'>>,
  ): Promise<void> {
    await db.update(knowledgeImports).set(change).where(eq(knowledgeImports.id, id));
  },

  /** Locks and returns the document. Its run may already be deleted. */
  async lock(db: TenantDb, id: string): Promise<ImportRow | undefined> {
    const [row] = await db
      .select()
      .from(knowledgeImports)
      .where(eq(knowledgeImports.id, id))
      .for('no key update');
    return row;
  },

  listByExternalIds: (
    db: TenantDb,
    sourceId: string,
    externalIds: readonly string[],
  ): Promise<ImportRow[]> =>
    externalIds.length === 0
      ? Promise.resolve([])
      : db
          .select()
          .from(knowledgeImports)
          .where(
            and(
              eq(knowledgeImports.sourceId, sourceId),
              inArray(knowledgeImports.externalId, [...externalIds]),
            ),
          ),

  /** Returns the oldest document of each content. */
  listByContent: (db: TenantDb, knowledgeBaseId: string, sha256s: readonly string[]): Promise<Same[]> =>
    sha256s.length === 0
      ? Promise.resolve([])
      : db
          .selectDistinctOn([knowledgeImports.sha256], {
            id: knowledgeImports.id,
            name: knowledgeImports.name,
            sha256: knowledgeImports.sha256,
          })
          .from(knowledgeImports)
          .where(
            and(
              eq(knowledgeImports.knowledgeBaseId, knowledgeBaseId),
              inArray(knowledgeImports.sha256, [...sha256s]),
            ),
          )
          .orderBy(knowledgeImports.sha256, asc(knowledgeImports.createdAt), asc(knowledgeImports.id)),

  countBySource: async (db: TenantDb, sourceIds: readonly string[]): Promise<Map<string, number>> => {
    if (sourceIds.length === 0) return new Map();
    const rows = await db
      .select({ sourceId: knowledgeImports.sourceId, documents: count() })
      .from(knowledgeImports)
      .where(inArray(knowledgeImports.sourceId, [...sourceIds]))
      .groupBy(knowledgeImports.sourceId);
    return new Map(rows.map(({ sourceId, documents }) => [sourceId ?? '', documents]));
  },

  async listIdsOfSource(db: TenantDb, sourceId: string, limit: number): Promise<string[]> {
    const rows = await db
      .select({ id: knowledgeImports.id })
      .from(knowledgeImports)
      .where(eq(knowledgeImports.sourceId, sourceId))
      .limit(limit);
    return rows.map(({ id }) => id);
  },
};
