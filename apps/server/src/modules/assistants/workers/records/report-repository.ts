import type { WorkerReport } from '@atelier/contracts/assistants/workers/worker-records';
import { and, desc, eq, gte, isNotNull, sql } from 'drizzle-orm';
import { toCredits } from '../../../../kernel/base/credits.ts';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { workerRecords } from '../tables.ts';
import { isWork } from './repository.ts';

const mostCauses = 5;
const ofWorker = (workerId: string, since: Date) =>
  and(eq(workerRecords.workerId, workerId), gte(workerRecords.createdAt, since), isWork);

const total = sql<number>`count(*)::int`;
const inStatus = (status: string) =>
  sql<number>`(count(*) filter (where ${workerRecords.status} = ${status}))::int`;

/** The records of a worker over time. */
export const reportRepository = {
  async totals(
    db: TenantDb,
    workerId: string,
    since: Date,
  ): Promise<Pick<WorkerReport, 'meanMs' | 'credits' | 'feedback'>> {
    const verdict = sql`${workerRecords.feedback} ->> 'verdict'`;
    const [row] = await db
      .select({
        meanMs: sql<
          number | null
        >`(avg(extract(epoch from ${workerRecords.endedAt} - ${workerRecords.createdAt})) * 1000)::float8`,
        cost: sql<number>`coalesce(sum(${workerRecords.microCredits}), 0)::float8`,
        likes: sql<number>`(count(*) filter (where ${verdict} = 'LIKE'))::int`,
        dislikes: sql<number>`(count(*) filter (where ${verdict} = 'DISLIKE'))::int`,
      })
      .from(workerRecords)
      .where(ofWorker(workerId, since));
    const { meanMs = null, cost = 0, likes = 0, dislikes = 0 } = row ?? {};
    return { meanMs, credits: toCredits(cost), feedback: { likes, dislikes } };
  },

  days: (db: TenantDb, workerId: string, since: Date): Promise<WorkerReport['days']> => {
    const day = sql<string>`to_char(${workerRecords.createdAt} at time zone 'UTC', 'YYYY-MM-DD')`;
    return db
      .select({
        ...{ day, total, completed: inStatus('COMPLETED') },
        ...{ errored: inStatus('ERRORED'), failed: inStatus('FAILED') },
      })
      .from(workerRecords)
      .where(ofWorker(workerId, since))
      .groupBy(sql`1`)
      .orderBy(sql`1`);
  },

  inputs: (db: TenantDb, workerId: string, since: Date): Promise<WorkerReport['inputs']> =>
    db
      .select({ kind: workerRecords.inputKind, total })
      .from(workerRecords)
      .where(ofWorker(workerId, since))
      .groupBy(workerRecords.inputKind)
      .orderBy(desc(total)),

  async causes(db: TenantDb, workerId: string, since: Date): Promise<WorkerReport['causes']> {
    const code = sql<string>`${workerRecords.cause} ->> 'code'`;
    const message = sql<string>`${workerRecords.cause} ->> 'message'`;
    const rows = await db
      .select({ code, message, total })
      .from(workerRecords)
      .where(and(ofWorker(workerId, since), isNotNull(workerRecords.cause)))
      .groupBy(code, message)
      .orderBy(desc(total))
      .limit(mostCauses);
    return rows.map(({ total: times, ...cause }) => ({ cause, total: times }));
  },
};
