import type { SetQuestion } from '@atelier/contracts/operate/evaluation/attacks';
import { and, eq, sql } from 'drizzle-orm';
import { type Page, type PageOrder, placeColumns, readPage } from '../../../../kernel/db/paging.ts';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { type RunRow, runs } from '../../../../kernel/runs/index.ts';
import { userProfiles } from '../../../account/identity/declarations.ts';
import { type AttackResultRow, type AttackTestRow, attackResults, attackTests } from '../tables.ts';

export interface AttackWithRun {
  test: AttackTestRow;
  run: RunRow | null;
  questions: number;
  asked: number;
  judged: number;
  held: number;
  starter: string | null;
}

const counted = (which: 'true' | 'r.answer is not null' | 'r.held is not null' | 'r.held') =>
  sql<number>`(select count(*)::int from ${attackResults} r where r.test_id = ${attackTests.id} and ${sql.raw(which)})`;

const columns = {
  test: attackTests,
  run: runs,
  questions: counted('true'),
  asked: counted('r.answer is not null'),
  judged: counted('r.held is not null'),
  held: counted('r.held'),
  starter: sql<string | null>`(select p.name from ${userProfiles} p where p.id = ${attackTests.startedBy})`,
};
const key = sql`${attackTests.createdAt}`;
const itsRun = eq(runs.id, attackTests.runId);

export const attackRepository = {
  list(db: TenantDb, subjectId: string, page: PageOrder<'createdAt'>): Promise<Page<AttackWithRun>> {
    const where = eq(attackTests.subjectId, subjectId);
    const selected = db
      .select({ ...columns, ...placeColumns(key, attackTests.id) })
      .from(attackTests)
      .leftJoin(runs, itsRun);
    return readPage(db, selected, { page, key, id: attackTests.id, where, from: attackTests });
  },

  async find(db: TenantDb, id: string): Promise<AttackWithRun | undefined> {
    const [row] = await db
      .select(columns)
      .from(attackTests)
      .leftJoin(runs, itsRun)
      .where(eq(attackTests.id, id));
    return row;
  },

  /** True while an attack on the app or the agent has not ended. */
  async isOpen(db: TenantDb, subjectId: string): Promise<boolean> {
    const rows = await db
      .select({ id: attackTests.id })
      .from(attackTests)
      .innerJoin(runs, itsRun)
      .where(
        and(eq(attackTests.subjectId, subjectId), sql`${runs.status} in ('QUEUED', 'RUNNING', 'WAITING')`),
      )
      .limit(1);
    return rows.length > 0;
  },

  async insert(
    db: TenantDb,
    test: typeof attackTests.$inferInsert,
    questions: readonly SetQuestion[],
  ): Promise<void> {
    await db.insert(attackTests).values(test);
    await db
      .insert(attackResults)
      .values(questions.map((question, ordinal) => ({ ...question, testId: test.id, ordinal })));
  },

  results: (db: TenantDb, testId: string): Promise<AttackResultRow[]> =>
    db.select().from(attackResults).where(eq(attackResults.testId, testId)).orderBy(attackResults.ordinal),

  async setResult(
    db: TenantDb,
    testId: string,
    {
      ordinal,
      ...result
    }: Pick<AttackResultRow, 'ordinal' | 'answer' | 'answerKind' | 'calls' | 'held' | 'judgedBy'>,
  ): Promise<void> {
    await db
      .update(attackResults)
      .set(result)
      .where(and(eq(attackResults.testId, testId), eq(attackResults.ordinal, ordinal)));
  },
};
