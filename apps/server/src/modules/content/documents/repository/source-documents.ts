import { type AnyColumn, and, asc, count, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { runs } from '../../../../kernel/runs/index.ts';
import { documents } from '../../bases/declarations.ts';

/** A document with the same content as another one. */
export interface Same {
  id: string;
  name: string;
  sha256: string;
}

/** A document that was read from a source. */
export interface KnownDocument extends Same {
  externalId: string | null;
}

/** Selects the run status of the document whose id is in `importId`; null when the document was deleted. */
export const statusOfDocument = (importId: AnyColumn): SQL =>
  sql`(select ${runs.status} from ${documents} inner join ${runs} on ${runs.id} = ${documents.runId}
    where ${documents.id} = ${importId})`;

/** The documents that were read from sources. */
export const sourceDocumentRepository = {
  listByExternalIds: (
    db: TenantDb,
    sourceId: string,
    externalIds: readonly string[],
  ): Promise<KnownDocument[]> =>
    externalIds.length === 0
      ? Promise.resolve([])
      : db
          .select({
            id: documents.id,
            name: documents.name,
            sha256: documents.sha256,
            externalId: documents.externalId,
          })
          .from(documents)
          .where(and(eq(documents.sourceId, sourceId), inArray(documents.externalId, [...externalIds]))),

  /** Returns the oldest document of each content. */
  listByContent: (db: TenantDb, knowledgeBaseId: string, sha256s: readonly string[]): Promise<Same[]> =>
    sha256s.length === 0
      ? Promise.resolve([])
      : db
          .selectDistinctOn([documents.sha256], {
            id: documents.id,
            name: documents.name,
            sha256: documents.sha256,
          })
          .from(documents)
          .where(and(eq(documents.knowledgeBaseId, knowledgeBaseId), inArray(documents.sha256, [...sha256s])))
          .orderBy(documents.sha256, asc(documents.createdAt), asc(documents.id)),

  async countBySource(db: TenantDb, sourceIds: readonly string[]): Promise<Map<string, number>> {
    if (sourceIds.length === 0) return new Map();
    const rows = await db
      .select({ sourceId: documents.sourceId, documents: count() })
      .from(documents)
      .where(inArray(documents.sourceId, [...sourceIds]))
      .groupBy(documents.sourceId);
    return new Map(rows.map(({ sourceId, documents }) => [sourceId ?? '', documents]));
  },

  async listIdsOfSource(db: TenantDb, sourceId: string, limit: number): Promise<string[]> {
    const rows = await db
      .select({ id: documents.id })
      .from(documents)
      .where(eq(documents.sourceId, sourceId))
      .limit(limit);
    return rows.map(({ id }) => id);
  },
};
