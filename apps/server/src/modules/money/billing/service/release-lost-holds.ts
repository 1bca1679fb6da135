import { z } from 'zod';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { defineJob } from '../../../../kernel/context/define-job.ts';
import { ledgerRepository } from '../repository/ledger.ts';
import { subscriptionRepository } from '../repository/subscriptions.ts';
import { limitWarningJob } from './warn-of-limit.ts';

export const releaseJob = defineJob({ name: 'billing.release-lost-holds', input: z.object({}) });
/** The time in milliseconds for which credits stay held for work that has not ended. Work that ends later is charged nevertheless. */
export const holdLeaseMs = 10 * 60 * 1000;
const atOnce = 200;

/** There is one job per tenant, regardless of the number of its holds. */
export const releaseKey = ({ tenantId }: TxCtx): string => `${releaseJob.name}:${tenantId}`;

export const orderRelease = (tx: TxCtx, runAt: Date): Promise<void> =>
  tx.enqueue(releaseJob, {}, { key: releaseKey(tx), runAt });

/** Releases the holds of work that ended without a settlement, as when the server was killed. */
export const releaseLostHolds = (ctx: Ctx): Promise<void> =>
  ctx.tx(async (tx) => {
    if (!(await subscriptionRepository.lock(tx.db))) return;
    const before = new Date(tx.now().getTime() - holdLeaseMs);
    const holds = await ledgerRepository.holds(tx.db, atOnce);
    const lost = holds.filter(({ createdAt }) => createdAt <= before);
    for (const { id } of lost) {
      const nobody = { userId: null, appId: null, usage: [], warningJob: limitWarningJob.name, once: null };
      await ledgerRepository.end(tx.db, { holdId: id, cost: 0, isLost: true, ...nobody });
    }
    const next = holds[lost.length];
    const runAt = next
      ? new Date(next.createdAt.getTime() + holdLeaseMs)
      : lost.length === atOnce
        ? tx.now()
        : null;
    await subscriptionRepository.update(tx.db, { releaseAt: runAt });
    if (runAt) await orderRelease(tx, runAt);
  });
