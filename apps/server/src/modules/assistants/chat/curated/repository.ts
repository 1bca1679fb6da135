import type { CuratedSource } from '@atelier/contracts/assistants/chat/curated-answers';
import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { containing } from '../../../../kernel/db/containing.ts';
import { type Page, type PageOrder, placeColumns, readPage } from '../../../../kernel/db/paging.ts';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { publishedChunks } from '../../../content/indexing/declarations.ts';
import { type CuratedRow, curatedAnswers } from '../tables.ts';

const sortable = {
  question: sql`${curatedAnswers.question}`,
  uses: sql`${curatedAnswers.uses}`,
  updatedAt: sql`${curatedAnswers.updatedAt}`,
};

/** The questions of a curated answer, by which it is found. */
export type Asked = Pick<CuratedRow, 'id' | 'question' | 'wordings'>;

type Written = Pick<CuratedRow, 'question' | 'wordings' | 'answer' | 'sources' | 'active' | 'updatedBy'>;

const mentions = (search: string): SQL => {
  const pattern = containing(search);
  return sql`(${curatedAnswers.question} ilike ${pattern} or ${curatedAnswers.answer} ilike ${pattern}
    or ${curatedAnswers.wordings}::text ilike ${pattern})`;
};

export const curatedRepository = {
  list(
    db: TenantDb,
    { appId, id, search }: { appId: string; id?: string | undefined; search?: string | undefined },
    page: PageOrder<keyof typeof sortable>,
  ): Promise<Page<CuratedRow>> {
    const key = sortable[page.sort];
    const where = and(
      eq(curatedAnswers.appId, appId),
      id === undefined ? undefined : eq(curatedAnswers.id, id),
      search ? mentions(search) : undefined,
    );
    const selected = db
      .select({ ...getTableColumns(curatedAnswers), ...placeColumns(key, curatedAnswers.id) })
      .from(curatedAnswers);
    return readPage(db, selected, { page, key, id: curatedAnswers.id, where, from: curatedAnswers });
  },

  /** Lists the questions that are answered, those that were changed last first, of all curated answers or of those that are switched on. */
  listQuestions: (db: TenantDb, appId: string, { onlyActive }: { onlyActive: boolean }): Promise<Asked[]> =>
    db
      .select({ id: curatedAnswers.id, question: curatedAnswers.question, wordings: curatedAnswers.wordings })
      .from(curatedAnswers)
      .where(and(eq(curatedAnswers.appId, appId), onlyActive ? eq(curatedAnswers.active, true) : undefined))
      .orderBy(sql`${curatedAnswers.updatedAt} desc`, curatedAnswers.id),

  async find(db: TenantDb, id: string): Promise<CuratedRow | undefined> {
    const [row] = await db.select().from(curatedAnswers).where(eq(curatedAnswers.id, id));
    return row;
  },

  async insert(db: TenantDb, row: Written & { id: string; appId: string }): Promise<CuratedRow | undefined> {
    const [inserted] = await db.insert(curatedAnswers).values(row).returning();
    return inserted;
  },

  async update(db: TenantDb, id: string, written: Written): Promise<CuratedRow | undefined> {
    const [row] = await db
      .update(curatedAnswers)
      .set({ ...written, updatedAt: sql`now()` })
      .where(eq(curatedAnswers.id, id))
      .returning();
    return row;
  },

  async remove(db: TenantDb, id: string): Promise<CuratedRow | undefined> {
    const [row] = await db.delete(curatedAnswers).where(eq(curatedAnswers.id, id)).returning();
    return row;
  },

  countUse: (db: TenantDb, id: string) =>
    db
      .update(curatedAnswers)
      .set({ uses: sql`${curatedAnswers.uses} + 1`, lastUsedAt: sql`now()` })
      .where(eq(curatedAnswers.id, id)),

  /** Returns for each source whether its passage still stands where it was cited, in one of these knowledge bases. */
  async areFound(
    db: TenantDb,
    sources: readonly CuratedSource[],
    knowledgeBaseIds: readonly string[],
  ): Promise<boolean[]> {
    if (sources.length === 0) return [];
    const places = sources.map(({ knowledgeBaseImportId: document, start, quote }) => ({
      document,
      start,
      quote,
    }));
    const { rows } = await db.execute<{ found: boolean }>(sql`
      select exists (select 1 from ${publishedChunks}
        where ${publishedChunks.importId} = place ->> 'document'
          and ${publishedChunks.knowledgeBaseId} in (select json_array_elements_text(${JSON.stringify(knowledgeBaseIds)}::json))
          and ${publishedChunks.startOffset} <= (place ->> 'start')::int and ${publishedChunks.endOffset} > (place ->> 'start')::int
          and strpos(${publishedChunks.text}, place ->> 'quote') > 0) as found
      from json_array_elements(${JSON.stringify(places)}::json) with ordinality as given(place, at) order by at`);
    return rows.map(({ found }) => found);
  },
};
