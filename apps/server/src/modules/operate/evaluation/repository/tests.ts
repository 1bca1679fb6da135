import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import { type Page, type PageOrder, placeColumns, readPage } from '../../../../kernel/db/paging.ts';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { type RunRow, runs } from '../../../../kernel/runs/index.ts';
import { userProfiles } from '../../../account/identity/declarations.ts';
import { type Draft, type Subject, toSubjectColumns } from '../subjects/subject.ts';
import {
  performanceResults,
  performanceTests,
  qualityGates,
  type ResultRow,
  type TestRow,
} from '../tables.ts';

export interface TestWithRun {
  /** The test without its draft, which may be long. */
  test: Omit<TestRow, 'draft'> & { isDraft: boolean };
  run: RunRow | null;
  answered: number;
  starter: string | null;
}

const { draft, ...shortColumns } = getTableColumns(performanceTests);
const columns = {
  test: { ...shortColumns, isDraft: sql<boolean>`${draft} is not null` },
  run: runs,
  answered: sql<number>`(select count(*)::int from ${performanceResults} r
    where r.test_id = ${performanceTests}.id and r.answer is not null)`,
  starter: sql<
    string | null
  >`(select p.name from ${userProfiles} p where p.id = ${performanceTests.startedBy})`,
};
const key = sql`${performanceTests.createdAt}`;
const itsRun = eq(runs.id, performanceTests.runId);
const ofTest = (testId: string) => eq(performanceResults.testId, testId);

type Result = Pick<
  ResultRow,
  'answer' | 'accuracy' | 'scoredBy' | 'answerBefore' | 'accuracyBefore' | 'verdict' | 'calls'
>;

export const testRepository = {
  list(db: TenantDb, subjectId: string, page: PageOrder<'createdAt'>): Promise<Page<TestWithRun>> {
    const where = eq(performanceTests.subjectId, subjectId);
    const selected = db
      .select({ ...columns, ...placeColumns(key, performanceTests.id) })
      .from(performanceTests)
      .leftJoin(runs, itsRun);
    return readPage(db, selected, { page, key, id: performanceTests.id, where, from: performanceTests });
  },

  async find(db: TenantDb, id: string): Promise<TestWithRun | undefined> {
    const [row] = await db
      .select(columns)
      .from(performanceTests)
      .leftJoin(runs, itsRun)
      .where(eq(performanceTests.id, id));
    return row;
  },

  /** Returns the draft that is tested; null where a version is. */
  async draft(db: TenantDb, id: string): Promise<Draft | null> {
    const [row] = await db
      .select({ draft: performanceTests.draft })
      .from(performanceTests)
      .where(eq(performanceTests.id, id));
    return row?.draft ?? null;
  },

  /** True while a run of the app or the agent has not ended. */
  async isOpen(db: TenantDb, subjectId: string): Promise<boolean> {
    const rows = await db
      .select({ id: performanceTests.id })
      .from(performanceTests)
      .innerJoin(runs, itsRun)
      .where(
        and(
          eq(performanceTests.subjectId, subjectId),
          sql`${runs.status} in ('QUEUED', 'RUNNING', 'WAITING')`,
        ),
      )
      .limit(1);
    return rows.length > 0;
  },

  /** Finds the newest completed run of a draft with these answering settings. */
  async findDraft(
    db: TenantDb,
    { subjectId, fingerprint, version }: { subjectId: string; fingerprint: string; version: number },
  ): Promise<TestRow | undefined> {
    const [row] = await db
      .select({ test: performanceTests })
      .from(performanceTests)
      .innerJoin(runs, itsRun)
      .where(
        and(
          eq(performanceTests.subjectId, subjectId),
          eq(performanceTests.fingerprint, fingerprint),
          eq(performanceTests.version, version),
          eq(runs.status, 'COMPLETED'),
        ),
      )
      .orderBy(desc(performanceTests.createdAt))
      .limit(1);
    return row?.test;
  },

  async insert(
    db: TenantDb,
    test: Omit<typeof performanceTests.$inferInsert, 'tenantId'>,
    results: readonly Omit<typeof performanceResults.$inferInsert, 'tenantId' | 'testId'>[],
  ): Promise<void> {
    await db.insert(performanceTests).values(test);
    await db.insert(performanceResults).values(results.map((result) => ({ ...result, testId: test.id })));
  },

  results: (db: TenantDb, testId: string): Promise<ResultRow[]> =>
    db.select().from(performanceResults).where(ofTest(testId)).orderBy(performanceResults.ordinal),

  async setResult(db: TenantDb, testId: string, ordinal: number, result: Result): Promise<void> {
    await db
      .update(performanceResults)
      .set(result)
      .where(and(ofTest(testId), eq(performanceResults.ordinal, ordinal)));
  },

  /** Adds up what has been answered so far. */
  async addUp(db: TenantDb, testId: string): Promise<void> {
    await db.execute(sql`
      update performance_tests set (accuracy, accuracy_before, better, worse, same) = (
        select avg(accuracy), avg(accuracy_before) filter (where accuracy is not null),
          count(*) filter (where verdict = 'BETTER'), count(*) filter (where verdict = 'WORSE'),
          count(*) filter (where verdict = 'SAME')
        from performance_results where test_id = ${testId})
      where id = ${testId}`);
  },
};

type Gate = Pick<typeof qualityGates.$inferSelect, 'enabled' | 'replay'>;

export const gateRepository = {
  async find(db: TenantDb, subjectId: string): Promise<Gate | undefined> {
    const [row] = await db.select().from(qualityGates).where(eq(qualityGates.subjectId, subjectId));
    return row;
  },

  async save(db: TenantDb, subject: Subject, gate: Gate): Promise<void> {
    await db
      .insert(qualityGates)
      .values({ ...toSubjectColumns(subject), ...gate })
      .onConflictDoUpdate({ target: [qualityGates.tenantId, qualityGates.subjectId], set: gate });
  },
};
