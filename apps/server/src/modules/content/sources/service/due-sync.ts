import type { Ctx } from '../../../../kernel/context/context.ts';
import { isSyncing } from '../policy.ts';
import { sourceRepository } from '../repository/sources.ts';
import { orderSync } from './start-sync.ts';

/** Runs the job that orders a scheduled sync. Does nothing if the source was rescheduled, paused or started meanwhile. */
export const syncWhenDue = (ctx: Ctx, { sourceId }: { sourceId: string }): Promise<void> =>
  ctx.tx(async (tx) => {
    const row = await sourceRepository.lock(tx.db, sourceId);
    if (!row || isSyncing(row.run?.status) || row.source.state === 'PAUSED') return;
    const { nextSyncAt } = row.source;
    if (nextSyncAt === null || nextSyncAt > tx.now()) return;
    await orderSync(tx, row);
  });
