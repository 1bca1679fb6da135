import type { RetrievalOrigin } from '@atelier/contracts/content/retrieval/retrieval-records';
import { type AnyColumn, and, count, eq, ilike, type SQL, sql } from 'drizzle-orm';
import { containing } from '../../../../kernel/db/containing.ts';
import { keysetAfter, orderOf, type Page, type PageOrder } from '../../../../kernel/db/paging.ts';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { type RetrievalHistoryRow, retrievalHistory } from './tables.ts';

/** The number of searches kept per knowledge base. Older ones are deleted. */
export const mostRemembered = 500;
const mostForgotten = 50;

export interface HistoryFilter {
  search?: string | undefined;
  knowledgeBaseId?: string | undefined;
  origin?: RetrievalOrigin | undefined;
  /** Only the searches of this user. */
  userId?: string | undefined;
  /** Makes the condition for the knowledge bases that the actor may see. */
  visible: (knowledgeBaseId: AnyColumn) => SQL | undefined;
}

const historyKey = sql`${retrievalHistory.createdAt}`;

const conditions = ({ search, knowledgeBaseId, origin, userId, visible }: HistoryFilter): SQL | undefined =>
  and(
    search ? ilike(retrievalHistory.query, containing(search)) : undefined,
    knowledgeBaseId ? eq(retrievalHistory.knowledgeBaseId, knowledgeBaseId) : undefined,
    origin ? eq(retrievalHistory.origin, origin) : undefined,
    userId ? eq(retrievalHistory.userId, userId) : undefined,
    visible(retrievalHistory.knowledgeBaseId),
  );

export const retrievalHistoryRepository = {
  /** Records a search, and deletes the oldest of its knowledge base beyond the limit. */
  async remember(db: TenantDb, row: Omit<RetrievalHistoryRow, 'tenantId' | 'createdAt'>): Promise<void> {
    await db.insert(retrievalHistory).values(row);
    const { knowledgeBaseId } = row;
    // Arrays make both inner queries run only once. Simultaneous searches see the same oldest entries, and none waits for
    // another to delete them.
    await db.execute(sql`delete from retrieval_history where id = any(array(
      select id from retrieval_history where id = any(array(
        select id from retrieval_history where knowledge_base_id = ${knowledgeBaseId}
        order by created_at desc, id desc offset ${mostRemembered} limit ${mostForgotten}))
      for update skip locked))`);
  },

  async listHistory(
    db: TenantDb,
    filter: HistoryFilter,
    page: PageOrder<string>,
  ): Promise<Page<RetrievalHistoryRow>> {
    const where = conditions(filter);
    const rows = await db
      .select({
        row: retrievalHistory,
        key: sql<string>`${historyKey}::text`,
      })
      .from(retrievalHistory)
      .where(and(where, keysetAfter(historyKey, retrievalHistory.id, page)))
      .orderBy(...orderOf(historyKey, retrievalHistory.id, page))
      .limit(page.limit + 1);
    const [all] = await db.select({ total: count() }).from(retrievalHistory).where(where);
    return {
      rows: rows.map(({ key, ...entry }) => ({ row: entry.row, key, id: entry.row.id })),
      total: all?.total ?? 0,
    };
  },
};
