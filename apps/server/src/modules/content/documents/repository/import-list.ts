import { and, asc, count, desc, eq, ilike, inArray, type SQL, sql } from 'drizzle-orm';
import { containing } from '../../../../kernel/db/containing.ts';
import { defineStatement, type Values } from '../../../../kernel/db/define-statement.ts';
import { buildOrder, type FoundRows, keysetAfter, type PageOrder } from '../../../../kernel/db/paging.ts';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { type RunStatus, runs } from '../../../../kernel/runs/index.ts';
import { type ImportRow, type ImportWithRun, knowledgeImports } from '../tables.ts';
import { importColumns, selectImports } from './imports.ts';

const sortKeys = {
  name: sql`lower(${knowledgeImports.name})`,
  createdAt: sql`${knowledgeImports.createdAt}`,
  size: sql`${knowledgeImports.size}`,
  chunkCount: sql`${knowledgeImports.chunkCount}`,
};
export type ImportSort = keyof typeof sortKeys;

export interface ImportFilter {
  knowledgeBaseId: string;
  search?: string | undefined;
  statuses?: readonly RunStatus[] | undefined;
  sourceId?: string | undefined;
  type?: ImportRow['type'] | undefined;
  documentType?: ImportRow['documentType'] | undefined;
  language?: ImportRow['language'] | undefined;
  category?: string | undefined;
}

const labelled = ({ documentType, language, category }: ImportFilter): SQL | undefined =>
  and(
    documentType ? eq(knowledgeImports.documentType, documentType) : undefined,
    language ? eq(knowledgeImports.language, language) : undefined,
    category ? sql`${knowledgeImports.categories} @> ${JSON.stringify([category])}::jsonb` : undefined,
  );

const conditions = (filter: ImportFilter): SQL | undefined => {
  const { knowledgeBaseId, search, statuses, sourceId, type } = filter;
  return and(
    eq(knowledgeImports.knowledgeBaseId, knowledgeBaseId),
    search ? ilike(knowledgeImports.name, containing(search)) : undefined,
    statuses ? inArray(runs.status, [...statuses]) : undefined,
    sourceId ? eq(knowledgeImports.sourceId, sourceId) : undefined,
    type ? eq(knowledgeImports.type, type) : undefined,
    labelled(filter),
  );
};

const statusCounts = defineStatement((db, { ids }: Values<{ ids: readonly string[] }>) =>
  db
    .select({
      knowledgeBaseId: knowledgeImports.knowledgeBaseId,
      type: knowledgeImports.type,
      status: runs.status,
      imports: count(),
      chunks: sql<number>`coalesce(sum(${knowledgeImports.chunkCount}), 0)::int`,
    })
    .from(knowledgeImports)
    .innerJoin(runs, eq(runs.id, knowledgeImports.runId))
    .where(sql`${knowledgeImports.knowledgeBaseId} = any(${ids})`)
    .groupBy(knowledgeImports.knowledgeBaseId, knowledgeImports.type, runs.status),
);

/** The lists of documents that users look through, and what they count. */
export const importListRepository = {
  /** Returns the rows of a page, as `closePage` takes them. */
  async list(
    db: TenantDb,
    filter: ImportFilter,
    page: PageOrder<ImportSort>,
  ): Promise<FoundRows<ImportWithRun>> {
    const key = sortKeys[page.sort];
    const rows = await db
      .select({ ...importColumns, key: sql<string>`${key}::text` })
      .from(knowledgeImports)
      .innerJoin(runs, eq(runs.id, knowledgeImports.runId))
      .where(and(conditions(filter), keysetAfter(key, knowledgeImports.id, page)))
      .orderBy(...buildOrder(key, knowledgeImports.id, page))
      .limit(page.limit + 1);
    return rows.map(({ key, ...row }) => ({ row, key, id: row.import.id }));
  },

  async count(db: TenantDb, filter: ImportFilter): Promise<number> {
    const [all] = await db
      .select({ total: count() })
      .from(knowledgeImports)
      .innerJoin(runs, eq(runs.id, knowledgeImports.runId))
      .where(conditions(filter));
    return all?.total ?? 0;
  },

  /** Finds the newest documents whose name contains a text. */
  searchByName: (
    db: TenantDb,
    { search, limit, visible }: { search: string; limit: number; visible: SQL | undefined },
  ) =>
    db
      .select({
        id: knowledgeImports.id,
        name: knowledgeImports.name,
        knowledgeBaseId: knowledgeImports.knowledgeBaseId,
      })
      .from(knowledgeImports)
      .where(and(ilike(knowledgeImports.name, containing(search)), visible))
      .orderBy(desc(knowledgeImports.createdAt))
      .limit(limit),

  /** Lists the ids of those whose name contains the text, newest first. */
  async listIdsNamed(db: TenantDb, search: string, limit: number): Promise<string[]> {
    const isNamed = ilike(knowledgeImports.name, containing(search));
    const found = db.select({ id: knowledgeImports.id }).from(knowledgeImports).where(isNamed);
    return (await found.orderBy(desc(knowledgeImports.createdAt)).limit(limit)).map(({ id }) => id);
  },

  listUnfinished: (db: TenantDb, knowledgeBaseId: string): Promise<ImportWithRun[]> =>
    selectImports(db)
      .where(conditions({ knowledgeBaseId, statuses: ['QUEUED', 'RUNNING', 'WAITING'] }))
      .orderBy(asc(knowledgeImports.createdAt), asc(knowledgeImports.id)),

  /** Counts the documents of knowledge bases by the kind of their source and the status of their imports. */
  countByStatus: (db: TenantDb, ids: readonly string[]): ReturnType<typeof statusCounts> =>
    ids.length === 0 ? Promise.resolve([]) : statusCounts(db, { ids }),
};
