import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { recordRetention, workerRecordFiles, workerRecords, workers, workerTableRows } from '../tables.ts';

interface Older {
  days: number;
  /** Undefined: all workers without a time of their own. */
  workerId: string | undefined;
}

const isOlder = ({ days, workerId }: Older): SQL | undefined =>
  and(
    sql`${workerRecords.endedAt} < now() - ${days} * interval '1 day'`,
    workerId === undefined ? isNull(workers.keepDays) : eq(workers.id, workerId),
  );

/** The time for which records are kept. */
export const retentionRepository = {
  /** Returns the days of the company; null for good. */
  async read(db: TenantDb): Promise<number | null> {
    const [row] = await db.select({ days: recordRetention.days }).from(recordRetention);
    return row?.days ?? null;
  },

  async set(db: TenantDb, days: number | null): Promise<void> {
    if (days === null) {
      await db.delete(recordRetention);
      return;
    }
    await db
      .insert(recordRetention)
      .values({ days })
      .onConflictDoUpdate({ target: recordRetention.tenantId, set: { days } });
  },

  /** Counts the records that ended more than some days ago, and what is deleted with them. */
  async countOlder(db: TenantDb, older: Older) {
    const old = db
      .select({ id: workerRecords.id })
      .from(workerRecords)
      .innerJoin(workers, eq(workers.id, workerRecords.workerId))
      .where(isOlder(older));
    return {
      records: await db.$count(workerRecords, inArray(workerRecords.id, old)),
      files: await db.$count(workerRecordFiles, inArray(workerRecordFiles.recordId, old)),
      rows: await db.$count(workerTableRows, inArray(workerTableRows.recordId, old)),
    };
  },
};
