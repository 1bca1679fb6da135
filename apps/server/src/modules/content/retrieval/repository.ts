import type { ExpectedChunk } from '@atelier/contracts/content/retrieval/retrieval-records';
import { type AnyColumn, and, asc, eq, getTableColumns, ilike, type SQL, sql } from 'drizzle-orm';
import { jsonb, text } from 'drizzle-orm/pg-core';
import { containing } from '../../../kernel/db/containing.ts';
import { type Page, type PageOrder, placeColumns, readPage } from '../../../kernel/db/paging.ts';
import type { TenantDb } from '../../../kernel/db/tenant-db.ts';
import { createdAt, moment, tenantTable } from '../../../kernel/db/tenant-table.ts';
import { documents } from '../bases/declarations.ts';

const savedQuestions = tenantTable('saved_questions', {
  id: text('id').notNull(),
  knowledgeBaseId: text('knowledge_base_id').notNull(),
  query: text('query').notNull(),
  expected: jsonb('expected').$type<ExpectedChunk[]>().notNull(),
  createdAt: createdAt(),
  updatedAt: moment('updated_at').notNull().default(sql`now()`),
});
export type SavedQuestionRow = typeof savedQuestions.$inferSelect;

const questionKey = sql`${savedQuestions.createdAt}`;

export const retrievalRepository = {
  async insertQuestion(
    db: TenantDb,
    row: Pick<SavedQuestionRow, 'id' | 'knowledgeBaseId' | 'query' | 'expected'>,
  ): Promise<void> {
    await db.insert(savedQuestions).values(row);
  },

  async findQuestion(
    db: TenantDb,
    id: string,
    visible: (knowledgeBaseId: AnyColumn) => SQL | undefined,
  ): Promise<SavedQuestionRow | undefined> {
    const [found] = await db
      .select({ row: savedQuestions })
      .from(savedQuestions)
      .where(and(eq(savedQuestions.id, id), visible(savedQuestions.knowledgeBaseId)));
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

  listQuestions(
    db: TenantDb,
    filter: { knowledgeBaseId: string; search?: string | undefined },
    page: PageOrder<string>,
  ): Promise<Page<SavedQuestionRow>> {
    const where = and(
      eq(savedQuestions.knowledgeBaseId, filter.knowledgeBaseId),
      filter.search ? ilike(savedQuestions.query, containing(filter.search)) : undefined,
    );
    const selected = db
      .select({ ...getTableColumns(savedQuestions), ...placeColumns(questionKey, savedQuestions.id) })
      .from(savedQuestions);
    return readPage(db, selected, {
      page,
      key: questionKey,
      id: savedQuestions.id,
      where,
      from: savedQuestions,
    });
  },

  /** Lists the values by which the documents of a knowledge base can be filtered. */
  async listFilterValues(db: TenantDb, knowledgeBaseId: string) {
    const { rows } = await db.execute<{ field: string; value: string }>(sql`
      with found as (select * from ${documents} where knowledge_base_id = ${knowledgeBaseId})
      select 'documentTypes' as field, document_type as value from found where document_type is not null
      union select 'languages', language from found where language is not null
      union select 'sources', type from found
      union select 'categories', jsonb_array_elements_text(categories) from found
      union select 'metadataKeys', jsonb_object_keys(metadata) from found
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
