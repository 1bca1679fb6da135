import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { isRefounded } from '../../../account/tenancy/index.ts';
import { advance, monthOf } from '../advance.ts';
import { catalogueOf, freePlan } from '../catalogue.ts';
import { invoicePlan } from '../invoices/service/issue-invoice.ts';
import { subscriptionRepository } from '../repository/subscriptions.ts';
import type { SubscriptionRow } from '../tables.ts';
import { applyStep, grantPeriod, orderRenewal } from './apply-step.ts';

/** The plan of a company that has chosen none; null where one has to be chosen. */
export const defaultPlanId = (tx: TxCtx): string | null =>
  tx.services.config.billing.defaultPlan === 'none' ? null : freePlan(catalogueOf(tx.services.config)).planId;

const isDue = ({ dueAt }: SubscriptionRow, now: Date): boolean => dueAt !== null && dueAt <= now;

/**
 * The first subscription of a company. Companies from before there were plans have their credits already. A founder gets the
 * credits of the opening once: a later company of theirs waits for those of its second month.
 */
const open = async (tx: TxCtx, planId: string): Promise<void> => {
  const now = tx.now();
  const month = monthOf(planId, now, now);
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

/** Does all that time has brought. Two at once: the second waits for the first and finds nothing left to do. */
const catchUp = async (tx: TxCtx): Promise<SubscriptionRow | undefined> => {
  const freePlanId = defaultPlanId(tx);
  for (;;) {
    const row = await subscriptionRepository.lock(tx.db);
    if (!row || !isDue(row, tx.now())) return row;
    const next = await applyStep(tx, advance(row, tx.now(), freePlanId));
    if (next.provider === 'manual' && next.status === 'ACTIVE') await invoicePlan(tx, next.planId);
  }
};

/** The subscription as it is now; undefined for a company that has to choose a plan first. */
export const findSubscription = async (tx: TxCtx): Promise<SubscriptionRow | undefined> => {
  const row = await subscriptionRepository.find(tx.db);
  if (row) return isDue(row, tx.now()) ? await catchUp(tx) : row;
  const planId = defaultPlanId(tx);
  if (planId === null) return undefined;
  await open(tx, planId);
  return await subscriptionRepository.find(tx.db);
};

/** As `findSubscription`. Throws `billing.no_plan`. */
export const getSubscription = async (tx: TxCtx): Promise<SubscriptionRow> =>
  (await findSubscription(tx)) ?? fail('billing.no_plan');

/** As `getSubscription`, and holds up every debit until the transaction ends. */
export const lockSubscription = async (tx: TxCtx): Promise<SubscriptionRow> => {
  await getSubscription(tx);
  return (await subscriptionRepository.lock(tx.db)) ?? fail('billing.no_plan');
};

/** The job: does what is due, and asks to be woken again when it came early by the database's clock. */
export const renewSubscription = (ctx: Ctx): Promise<void> =>
  ctx.tx(async (tx) => {
    const row = await findSubscription(tx);
    if (row) await orderRenewal(tx, row);
  });
