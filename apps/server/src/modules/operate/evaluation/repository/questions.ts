import type { TestQuestionInput } from '@atelier/contracts/operate/evaluation/evaluation-shapes';
import { and, eq, getTableColumns, ilike, or, sql } from 'drizzle-orm';
import { containing } from '../../../../kernel/db/containing.ts';
import { type Page, type PageOrder, placeColumns, readPage } from '../../../../kernel/db/paging.ts';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { type Subject, toSubjectColumns } from '../subjects/subject.ts';
import { type QuestionRow, testQuestions } from '../tables.ts';

const sortable = {
  question: sql`${testQuestions.question}`,
  accuracy: sql`coalesce(${testQuestions.accuracy}, -1)`,
  updatedAt: sql`${testQuestions.updatedAt}`,
};

/** A summary of the test questions of an app or an agent. */
export interface Summary {
  /** Null for those of an agent. */
  appId: string | null;
  questions: number;
  accuracy: number | null;
  testedAt: Date | null;
  changedAt: Date;
}

const ofSubject = (subjectId: string) => eq(testQuestions.subjectId, subjectId);
const of = (id: string) => eq(testQuestions.id, id);

export const questionRepository = {
  list(
    db: TenantDb,
    { subjectId, search }: { subjectId: string; search?: string | undefined },
    page: PageOrder<keyof typeof sortable>,
  ): Promise<Page<QuestionRow>> {
    const key = sortable[page.sort];
    const pattern = search ? containing(search) : undefined;
    const where = and(
      ofSubject(subjectId),
      pattern
        ? or(ilike(testQuestions.question, pattern), ilike(testQuestions.correctAnswer, pattern))
        : undefined,
    );
    const selected = db
      .select({ ...getTableColumns(testQuestions), ...placeColumns(key, testQuestions.id) })
      .from(testQuestions);
    return readPage(db, selected, { page, key, id: testQuestions.id, where, from: testQuestions });
  },

  all: (db: TenantDb, subjectId: string): Promise<QuestionRow[]> =>
    db
      .select()
      .from(testQuestions)
      .where(ofSubject(subjectId))
      .orderBy(testQuestions.createdAt, testQuestions.id),

  /** Returns one row for each app and agent that has questions, or for one of them. */
  async summaries(db: TenantDb, subjectId?: string): Promise<Summary[]> {
    const rows = await db
      .select({
        appId: testQuestions.appId,
        questions: sql<number>`count(*)::int`,
        accuracy: sql<number | null>`avg(${testQuestions.accuracy})::float8`,
        testedAt: sql`max(${testQuestions.testedAt})`.mapWith(testQuestions.testedAt),
        changedAt: sql`max(${testQuestions.updatedAt})`.mapWith(testQuestions.updatedAt),
      })
      .from(testQuestions)
      .where(subjectId === undefined ? undefined : ofSubject(subjectId))
      .groupBy(testQuestions.subjectId, testQuestions.appId);
    return rows as Summary[];
  },

  async progress(db: TenantDb): Promise<{ isAny: boolean; isMeasured: boolean }> {
    const { rows } = await db.execute<{ is_any: boolean; is_measured: boolean }>(sql`
      select exists (select 1 from ${testQuestions}) as is_any,
        exists (select 1 from ${testQuestions} where ${testQuestions.testedAt} is not null) as is_measured`);
    return { isAny: rows[0]?.is_any ?? false, isMeasured: rows[0]?.is_measured ?? false };
  },

  async find(db: TenantDb, id: string): Promise<QuestionRow | undefined> {
    const [row] = await db.select().from(testQuestions).where(of(id));
    return row;
  },

  insert: (
    db: TenantDb,
    subject: Subject,
    rows: readonly (TestQuestionInput & { id: string })[],
  ): Promise<QuestionRow[]> =>
    db
      .insert(testQuestions)
      .values(rows.map((row) => ({ ...row, ...toSubjectColumns(subject) })))
      .returning(),

  /** Changes a question, whose earlier result no longer counts. */
  async change(db: TenantDb, id: string, change: TestQuestionInput): Promise<QuestionRow | undefined> {
    const forgotten = { botAnswer: null, accuracy: null, scoredBy: null, testedAt: null };
    const [row] = await db
      .update(testQuestions)
      .set({ ...change, ...forgotten, updatedAt: sql`now()` })
      .where(of(id))
      .returning();
    return row;
  },

  async setResult(
    db: TenantDb,
    id: string,
    { question, ...result }: Pick<QuestionRow, 'question' | 'botAnswer' | 'accuracy' | 'scoredBy'>,
  ): Promise<void> {
    await db
      .update(testQuestions)
      .set({ ...result, testedAt: sql`now()` })
      .where(and(of(id), eq(testQuestions.question, question)));
  },

  async remove(db: TenantDb, id: string): Promise<void> {
    await db.delete(testQuestions).where(of(id));
  },
};
