import type { RetrievalOrigin } from '@atelier/contracts/content/retrieval/retrieval-records';
import {
  type AnyColumn,
  and,
  eq,
  getTableColumns,
  ilike,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm';
import { containing } from '../../../../kernel/db/containing.ts';
import { defineStatement, type Values } from '../../../../kernel/db/define-statement.ts';
import { type Page, type PageOrder, placeColumns, readPage } from '../../../../kernel/db/paging.ts';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { type RetrievalHistoryRow, retrievalHistory } from './tables.ts';

/** The number of searches kept per knowledge base. Older ones are deleted from time to time (see `Forgetting`). */
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

type NewRecord = Omit<RetrievalHistoryRow, 'tenantId' | 'createdAt'>;

const historyKey = sql`${retrievalHistory.createdAt}`;

const conditions = ({ search, knowledgeBaseId, origin, userId, visible }: HistoryFilter): SQL | undefined =>
  and(
    search ? ilike(retrievalHistory.query, containing(search)) : undefined,
    knowledgeBaseId ? eq(retrievalHistory.knowledgeBaseId, knowledgeBaseId) : undefined,
    origin ? eq(retrievalHistory.origin, origin) : undefined,
    userId ? eq(retrievalHistory.userId, userId) : undefined,
    visible(retrievalHistory.knowledgeBaseId),
  );

// Arrays make the inner queries run only once. Simultaneous searches see the same oldest entries, and none waits for another to delete them.
const oldest = (
  bases: Placeholder<string, readonly string[]>,
): SQL => sql`delete from retrieval_history where id = any(array(
  select id from retrieval_history where id = any(array(
    select old.id from unnest(${bases}::text[]) as base(id) cross join lateral (
      select id from retrieval_history where knowledge_base_id = base.id
      order by created_at desc, id desc offset ${sql.raw(String(mostRemembered - 1))} limit ${sql.raw(String(mostForgotten))}) old))
  for update skip locked))`;

// Both parts of the statement see the rows from before it, so one row more than was added has to be deleted.
const remembering = defineStatement(
  (db, { bases, rows }: Values<{ bases: readonly string[]; rows: string }>, forgets: boolean) =>
    db.execute(sql`${forgets ? sql`with gone as (${oldest(bases)})` : sql``}
      insert into retrieval_history (id, knowledge_base_id, origin, app_id, query, settings, mode, note, results, timings,
        user_id, user_name)
      select id, "knowledgeBaseId", origin, "appId", query, settings, mode, note, results, timings, "userId", "userName"
      from json_to_recordset(${rows}::json) as record(id text, "knowledgeBaseId" text, origin text,
        "appId" text, query text, settings jsonb, mode text, note text, results jsonb, timings jsonb, "userId" text,
        "userName" text)`),
);

export const retrievalHistoryRepository = {
  /** Records searches and, with `forgets`, deletes the oldest of their knowledge bases beyond the limit, in one statement. */
  async remember(db: TenantDb, rows: readonly NewRecord[], { forgets }: { forgets: boolean }): Promise<void> {
    const bases = rows.map(({ knowledgeBaseId }) => knowledgeBaseId);
    await remembering(db, { bases, rows: JSON.stringify(rows) }, forgets);
  },

  listHistory(
    db: TenantDb,
    filter: HistoryFilter,
    page: PageOrder<string>,
  ): Promise<Page<RetrievalHistoryRow>> {
    const where = conditions(filter);
    const selected = db
      .select({ ...getTableColumns(retrievalHistory), ...placeColumns(historyKey, retrievalHistory.id) })
      .from(retrievalHistory);
    return readPage(db, selected, {
      page,
      key: historyKey,
      id: retrievalHistory.id,
      where,
      from: retrievalHistory,
    });
  },
};
