import { z } from 'zod';
import { toMicroCredits } from '../../../../kernel/base/credits.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { defineJob } from '../../../../kernel/context/define-job.ts';
import type { Step } from '../advance.ts';
import { getCatalogue, planFor } from '../catalogue.ts';
import { ledgerRepository } from '../repository/ledger.ts';
import { subscriptionRepository } from '../repository/subscriptions.ts';
import type { SubscriptionRow } from '../tables.ts';

export const renewalJob = defineJob({ name: 'billing.renew', input: z.object({}) });

/** Orders the job that changes the subscription when it is due. A read after that moment makes the change itself. */
export const orderRenewal = async (tx: TxCtx, { dueAt }: SubscriptionRow): Promise<void> => {
  if (dueAt) await tx.enqueue(renewalJob, {}, { key: `${renewalJob.name}:${tx.tenantId}`, runAt: dueAt });
};

/** Grants the credits of the period. The same `key` grants them only once. */
export const grantPeriod = (tx: TxCtx, row: SubscriptionRow, key: string): Promise<boolean> => {
  const plan = planFor(getCatalogue(tx.services.config), row.planId);
  const amount = toMicroCredits(plan.featureBalances.credits);
  return ledgerRepository.post(tx.db, {
    key,
    kind: 'GRANT',
    reference: row.planId,
    entries: { GRANTED: -amount, AVAILABLE: amount },
  });
};

const renewCredits = async (tx: TxCtx, row: SubscriptionRow): Promise<void> => {
  const period = `${row.planId}:${row.periodStartsAt.toISOString()}`;
  const { AVAILABLE: rest, SPENT } = await ledgerRepository.balances(tx.db);
  const isNew = await grantPeriod(tx, row, `period:${period}`);
  if (!isNew) return;
  if (rest > 0)
    await ledgerRepository.post(tx.db, {
      key: `expiry:${period}`,
      kind: 'EXPIRE',
      reference: row.planId,
      entries: { AVAILABLE: -rest, EXPIRED: rest },
    });
  await subscriptionRepository.update(tx.db, { spentBefore: SPENT });
};

/** Stores a change of the subscription. The caller holds its lock. */
export const applyStep = async (tx: TxCtx, { change, credits }: Step): Promise<SubscriptionRow> => {
  const row = await subscriptionRepository.update(tx.db, change);
  if (credits === 'renewed') await renewCredits(tx, row);
  await orderRenewal(tx, row);
  return row;
};
