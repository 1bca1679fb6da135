import type { Ctx } from '../../../../kernel/context/context.ts';
import { isSyncing } from '../policy.ts';
import { sourceRepository } from '../repository/sources.ts';
import { orderSync } from './start-sync.ts';

/** The job: orders the sync whose time has come. What was changed, paused or begun meanwhile is left alone. */
export const syncWhenDue = (ctx: Ctx, payload: Readonly<Record<string, unknown>>): Promise<void> =>
  ctx.tx(async (tx) => {
    const row = await sourceRepository.lock(tx.db, String(payload['sourceId']));
    if (!row || isSyncing(row.run?.status) || row.source.state === 'PAUSED') return;
    const { nextSyncAt } = row.source;
    if (nextSyncAt === null || nextSyncAt > tx.now()) return;
    await orderSync(tx, row);
  });
