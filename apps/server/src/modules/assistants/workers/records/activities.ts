import type {
  RecordActivity,
  RecordElement,
  RecordStatus,
} from '@atelier/contracts/assistants/workers/record-shapes';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import type { RunCause } from '../../../../kernel/runs/index.ts';
import { type ActivityRow, workerRecordActivities } from '../tables.ts';

/** An activity as it begins. */
export interface NewActivity {
  recordId: string;
  /** The name of the step in the run, which a retry keeps. */
  name: string;
  element: RecordElement;
  title: string;
  run?: RecordActivity['run'];
}

interface ActivityEnd {
  status: RecordStatus;
  cause?: RunCause | null;
  detail?: string;
}

const ofName = (recordId: string, name: string) =>
  and(eq(workerRecordActivities.recordId, recordId), eq(workerRecordActivities.name, name));

/** The activities of records, step by step. */
export const activityRepository = {
  /** Begins an activity, or begins one again that failed. */
  async begin(db: TenantDb, { recordId, name, ...activity }: NewActivity): Promise<void> {
    const at = sql<number>`(select coalesce(max(at), 0) + 1 from ${workerRecordActivities} where record_id = ${recordId})`;
    await db
      .insert(workerRecordActivities)
      .values({ recordId, name, at, ...activity })
      .onConflictDoUpdate({
        target: [
          workerRecordActivities.tenantId,
          workerRecordActivities.recordId,
          workerRecordActivities.name,
        ],
        set: { status: 'PENDING', cause: null, endedAt: null },
      });
  },

  async end(
    db: TenantDb,
    { recordId, name }: Pick<NewActivity, 'recordId' | 'name'>,
    end: ActivityEnd,
  ): Promise<void> {
    await db
      .update(workerRecordActivities)
      .set({ ...end, endedAt: sql`now()` })
      .where(ofName(recordId, name));
  },

  /** Ends everything that is under way, because the record has ended. */
  async endOpen(db: TenantDb, recordId: string, end: ActivityEnd): Promise<void> {
    await db
      .update(workerRecordActivities)
      .set({ ...end, endedAt: sql`now()` })
      .where(
        and(eq(workerRecordActivities.recordId, recordId), eq(workerRecordActivities.status, 'PENDING')),
      );
  },

  /** Begins everything again that did not succeed. */
  async reopen(db: TenantDb, recordId: string): Promise<void> {
    await db
      .update(workerRecordActivities)
      .set({ status: 'PENDING', cause: null, endedAt: null })
      .where(
        and(
          eq(workerRecordActivities.recordId, recordId),
          sql`${workerRecordActivities.status} in ('ERRORED', 'FAILED')`,
        ),
      );
  },

  /** Counts how often the work was done. */
  countRounds: (db: TenantDb, recordId: string): Promise<number> =>
    db.$count(
      workerRecordActivities,
      and(
        eq(workerRecordActivities.recordId, recordId),
        sql`starts_with(${workerRecordActivities.name}, 'work-')`,
      ),
    ),

  list: (db: TenantDb, recordId: string): Promise<ActivityRow[]> =>
    db
      .select()
      .from(workerRecordActivities)
      .where(eq(workerRecordActivities.recordId, recordId))
      .orderBy(asc(workerRecordActivities.at)),
};
