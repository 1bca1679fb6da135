import { z } from 'zod';
import { toMicroCredits } from '../../../../kernel/base/credits.ts';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { defineJob } from '../../../../kernel/context/define-job.ts';
import { isRefounded } from '../../../account/tenancy/index.ts';
import { advance, type Step, startMonth } from '../advance.ts';
import { freePlan, getCatalogue, planFor } from '../catalogue.ts';
import { invoiceRepository } from '../invoices/repository.ts';
import { invoicePlan } from '../invoices/service/invoices.ts';
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

/** Adds bought credits, which stay until they are used. Returns false when the same `key` has added them before. */
export const grantAddOnCredits = (
  tx: TxCtx,
  { credits, key, reference = key }: { credits: number; key: string; reference?: string },
): Promise<boolean> => {
  const amount = toMicroCredits(credits);
  return ledgerRepository.post(tx.db, {
    key: `add-on:${key}`,
    kind: 'GRANT',
    reference,
    entries: { GRANTED: -amount, ADD_ON: amount },
  });
};

/**
 * True when the tenant has paid for its present plan: by card, or by an invoice that was marked as paid. A free plan, a trial, and a plan
 * whose first invoice is open are not paid.
 */
export const isPaying = async (tx: TxCtx, { provider }: SubscriptionRow): Promise<boolean> =>
  provider === 'stripe' || (provider === 'manual' && (await invoiceRepository.hasPaidInvoice(tx.db)));

/** Returns the plan of a tenant that has chosen none; null where it has to choose one. */
export const defaultPlanId = (tx: TxCtx): string | null =>
  tx.services.config.billing.defaultPlan === 'none'
    ? null
    : freePlan(getCatalogue(tx.services.config)).planId;

const isDue = ({ dueAt }: SubscriptionRow, now: Date): boolean => dueAt !== null && dueAt <= now;

/**
 * Creates the first subscription of a tenant. Tenants from before there were plans have their credits already. A founder gets opening
 * credits only once: their later tenants get credits from the second month on.
 */
const open = async (tx: TxCtx, planId: string): Promise<void> => {
  const now = tx.now();
  const month = startMonth(planId, now, now);
  const { planId: _planId, ...rest } = month;
  const isNew = await subscriptionRepository.insert(tx.db, {
    ...rest,
    planId,
    status: 'ACTIVE',
    provider: 'none',
    anchorAt: now,
    periodStartsAt: now,
  });
  const row = isNew ? await subscriptionRepository.find(tx.db) : undefined;
  if (!row) return;
  if (!(await isRefounded(tx))) await grantPeriod(tx, row, 'opening');
  await orderRenewal(tx, row);
};

/** Makes all changes that are due. The second of two concurrent callers waits for the first and finds nothing left to do. */
const catchUp = async (tx: TxCtx): Promise<SubscriptionRow | undefined> => {
  const freePlanId = defaultPlanId(tx);
  for (;;) {
    const row = await subscriptionRepository.lock(tx.db);
    if (!row || !isDue(row, tx.now())) return row;
    const next = await applyStep(tx, advance(row, tx.now(), freePlanId));
    if (next.provider === 'manual' && next.status === 'ACTIVE') await invoicePlan(tx, next.planId);
  }
};

/** Returns the current subscription; undefined for a tenant that has to choose a plan first. */
export const findSubscription = async (tx: TxCtx): Promise<SubscriptionRow | undefined> => {
  const row = await subscriptionRepository.find(tx.db);
  if (row) return isDue(row, tx.now()) ? await catchUp(tx) : row;
  const planId = defaultPlanId(tx);
  if (planId === null) return undefined;
  await open(tx, planId);
  return await subscriptionRepository.find(tx.db);
};

/** Works like `findSubscription`. Throws `billing.no_plan`. */
export const getSubscription = async (tx: TxCtx): Promise<SubscriptionRow> =>
  (await findSubscription(tx)) ?? fail('billing.no_plan');

/** Works like `getSubscription`, and locks out holds and settlements until the transaction ends. */
export const lockSubscription = async (tx: TxCtx): Promise<SubscriptionRow> => {
  await getSubscription(tx);
  return (await subscriptionRepository.lock(tx.db)) ?? fail('billing.no_plan');
};

/** The job that makes the changes that are due. It orders itself again when the database's clock says that it came too early. */
export const renewSubscription = (ctx: Ctx): Promise<void> =>
  ctx.tx(async (tx) => {
    const row = await findSubscription(tx);
    if (row) await orderRenewal(tx, row);
  });
