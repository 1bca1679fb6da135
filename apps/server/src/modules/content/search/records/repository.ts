import type { RetrievalOrigin } from '@atelier/contracts/content/retrieval/retrieval-records';
import { and, asc, count, eq, ilike, type SQL, sql } from 'drizzle-orm';
import { keysetAfter, orderOf, type Page, type PageOrder } from '../../../../kernel/db/paging.ts';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { containing, knowledgeBases, knowledgeImports } from '../../bases/index.ts';
import {
  type RetrievalHistoryRow,
  retrievalHistory,
  type SavedQuestionRow,
  savedQuestions,
} from './tables.ts';

/** The number of searches kept per knowledge base. Older ones are deleted. */
export const mostRemembered = 500;
const mostForgotten = 50;

export interface HistoryFilter {
  search?: string | undefined;
  knowledgeBaseId?: string | undefined;
  origin?: RetrievalOrigin | undefined;
  /** Only the searches of this user. */
  userId?: string | undefined;
  /** A condition for the knowledge bases that the actor may see. */
  visible?: SQL | undefined;
}

export interface HistoryEntry {
  row: RetrievalHistoryRow;
  knowledgeBaseName: string;
}

const historyKey = sql`${retrievalHistory.createdAt}`;
const questionKey = sql`${savedQuestions.createdAt}`;

const conditions = ({ search, knowledgeBaseId, origin, userId, visible }: HistoryFilter): SQL | undefined =>
  and(
    search ? ilike(retrievalHistory.query, containing(search)) : undefined,
    knowledgeBaseId ? eq(retrievalHistory.knowledgeBaseId, knowledgeBaseId) : undefined,
    origin ? eq(retrievalHistory.origin, origin) : undefined,
    userId ? eq(retrievalHistory.userId, userId) : undefined,
    visible,
  );

export const retrievalRepository = {
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
  ): Promise<Page<HistoryEntry>> {
    const where = conditions(filter);
    const rows = await db
      .select({
        row: retrievalHistory,
        knowledgeBaseName: knowledgeBases.name,
        key: sql<string>`${historyKey}::text`,
      })
      .from(retrievalHistory)
      .innerJoin(knowledgeBases, eq(knowledgeBases.id, retrievalHistory.knowledgeBaseId))
      .where(and(where, keysetAfter(historyKey, retrievalHistory.id, page)))
      .orderBy(...orderOf(historyKey, retrievalHistory.id, page))
      .limit(page.limit + 1);
    const [all] = await db
      .select({ total: count() })
      .from(retrievalHistory)
      .innerJoin(knowledgeBases, eq(knowledgeBases.id, retrievalHistory.knowledgeBaseId))
      .where(where);
    return {
      rows: rows.map(({ key, ...entry }) => ({ row: entry, key, id: entry.row.id })),
      total: all?.total ?? 0,
    };
  },

  async insertQuestion(
    db: TenantDb,
    row: Pick<SavedQuestionRow, 'id' | 'knowledgeBaseId' | 'query' | 'expected'>,
  ): Promise<void> {
    await db.insert(savedQuestions).values(row);
  },

  async findQuestion(
    db: TenantDb,
    id: string,
    visible: SQL | undefined,
  ): Promise<SavedQuestionRow | undefined> {
    const [found] = await db
      .select({ row: savedQuestions })
      .from(savedQuestions)
      .innerJoin(knowledgeBases, eq(knowledgeBases.id, savedQuestions.knowledgeBaseId))
      .where(and(eq(savedQuestions.id, id), visible));
    return found?.row;
  },

  async findSameQuestion(db: TenantDb, knowledgeBaseId: string, query: string): Promise<string | undefined> {
    const [found] = await db
      .select({ id: savedQuestions.id })
      .from(savedQuestions)
      .where(and(eq(savedQuestions.knowledgeBaseId, knowledgeBaseId), eq(savedQuestions.query, query)));
    return found?.id;
  },

  async updateQuestion(
    db: TenantDb,
    id: string,
    change: Partial<Pick<SavedQuestionRow, 'query' | 'expected'>>,
  ): Promise<void> {
    await db
      .update(savedQuestions)
      .set({ ...change, updatedAt: sql`now()` })
      .where(eq(savedQuestions.id, id));
  },

  async removeQuestion(db: TenantDb, id: string): Promise<void> {
    await db.delete(savedQuestions).where(eq(savedQuestions.id, id));
  },

  /** Lists all saved questions of a knowledge base, oldest first. */
  listAllQuestions: (db: TenantDb, knowledgeBaseId: string): Promise<SavedQuestionRow[]> =>
    db
      .select()
      .from(savedQuestions)
      .where(eq(savedQuestions.knowledgeBaseId, knowledgeBaseId))
      .orderBy(asc(savedQuestions.createdAt), asc(savedQuestions.id)),

  async listQuestions(
    db: TenantDb,
    filter: { knowledgeBaseId: string; search?: string | undefined },
    page: PageOrder<string>,
  ): Promise<Page<SavedQuestionRow>> {
    const where = and(
      eq(savedQuestions.knowledgeBaseId, filter.knowledgeBaseId),
      filter.search ? ilike(savedQuestions.query, containing(filter.search)) : undefined,
    );
    const rows = await db
      .select({ row: savedQuestions, key: sql<string>`${questionKey}::text` })
      .from(savedQuestions)
      .where(and(where, keysetAfter(questionKey, savedQuestions.id, page)))
      .orderBy(...orderOf(questionKey, savedQuestions.id, page))
      .limit(page.limit + 1);
    const [all] = await db.select({ total: count() }).from(savedQuestions).where(where);
    return { rows: rows.map(({ row, key }) => ({ row, key, id: row.id })), total: all?.total ?? 0 };
  },

  /** Lists the values by which the documents of a knowledge base can be filtered. */
  async listFilterValues(db: TenantDb, knowledgeBaseId: string) {
    const { rows } = await db.execute<{ field: string; value: string }>(sql`
      with documents as (select * from ${knowledgeImports} where knowledge_base_id = ${knowledgeBaseId})
      select 'documentTypes' as field, document_type as value from documents where document_type is not null
      union select 'languages', language from documents where language is not null
      union select 'sources', type from documents
      union select 'categories', jsonb_array_elements_text(categories) from documents
      union select 'metadataKeys', jsonb_object_keys(metadata) from documents
      order by 1, 2 limit 1000`);
    const of = (field: string) => rows.filter((row) => row.field === field).map(({ value }) => value);
    return {
      documentTypes: of('documentTypes'),
      languages: of('languages'),
      categories: of('categories'),
      metadataKeys: of('metadataKeys'),
      sources: of('sources'),
    };
  },
};
