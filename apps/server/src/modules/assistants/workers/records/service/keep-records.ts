import type { RecordRetention, RecordsRemoval } from '@atelier/contracts/assistants/workers/record-retention';
import { fail } from '../../../../../kernel/base/errors.ts';
import type { AnyCtx } from '../../../../../kernel/context/context.ts';
import type { Services } from '../../../../../kernel/services/services.ts';
import { workerRepository } from '../../repository.ts';
import { visibleWorkers } from '../../worker-entity.ts';
import { retentionRepository } from '../retention-repository.ts';

/** Reads for how many days the company keeps records that have ended. */
export const readRecordRetention = (ctx: AnyCtx): Promise<RecordRetention> =>
  ctx.tx(async ({ db }) => ({ days: await retentionRepository.read(db) }));

/** Counts what would be deleted if records were kept for some days. Throws `workers.not_found`. */
export const countOldRecords = (
  ctx: AnyCtx,
  { days, workerId }: { days: number; workerId?: string | undefined },
): Promise<RecordsRemoval> =>
  ctx.tx(async (tx) => {
    if (workerId !== undefined && !(await workerRepository.find(tx.db, workerId, visibleWorkers(tx))))
      fail('workers.not_found');
    return retentionRepository.countOlder(tx.db, { days, workerId });
  });

/** Sets for how many days the company keeps records that have ended. */
export const saveRecordRetention = (ctx: AnyCtx, { days }: RecordRetention): Promise<RecordRetention> =>
  ctx.tx(async (tx) => {
    await retentionRepository.set(tx.db, days);
    await tx.audit('workers.retention_changed', tx.tenantId, { days: days ?? 'for good' });
    return { days };
  });

export const dropRecordsTask = 'workers.drop-old-records';
const atOnce = 500;

/** Deletes records that ended longer ago than they are kept. The bytes of their files are swept. Returns their number. */
export const dropOldRecords = async ({ identityPool, log }: Services): Promise<number> => {
  let total = 0;
  for (;;) {
    const { rows } = await identityPool.query<{ dropped: number }>(
      'select atelier.drop_old_records($1) as dropped',
      [atOnce],
    );
    const dropped = rows[0]?.dropped ?? 0;
    total += dropped;
    if (dropped === atOnce) continue;
    if (total > 0) log.info({ dropped: total }, 'deleted records of workers that were kept long enough');
    return total;
  }
};
