import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { isRefounded } from '../../../account/tenancy/index.ts';
import { fallBack, graceMs, type Step, startMonth } from '../advance.ts';
import { findPlan, getCatalogue } from '../catalogue.ts';
import { subscriptionRepository } from '../repository/subscriptions.ts';
import type { SubscriptionRow } from '../tables.ts';
import {
  applyStep,
  defaultPlanId,
  findSubscription,
  getSubscription,
  grantPeriod,
  lockSubscription,
  orderRenewal,
} from './current-subscription.ts';

export interface PlanChange {
  planId: string;
  provider: 'manual' | 'stripe';
  /** The end of the paid period; by default a month from now. */
  periodEndsAt?: Date;
}

/**
 * True when the same payment is reported again, as payment providers do: the same plan, for a period that ends no later than the recorded
 * one.
 */
const isKnown = (row: SubscriptionRow, { planId, provider, periodEndsAt }: PlanChange): boolean =>
  row.planId === planId &&
  row.provider === provider &&
  (row.status === 'ACTIVE' || row.status === 'PAST_DUE') &&
  (periodEndsAt === undefined || (row.periodEndsAt !== null && periodEndsAt <= row.periodEndsAt));

/**
 * True when another plan is reported for a period that is already paid, as when it was changed at the provider for the difference in price.
 */
const isWithinPeriod = (row: SubscriptionRow, { provider, periodEndsAt }: PlanChange): boolean =>
  provider === 'stripe' &&
  row.provider === 'stripe' &&
  (row.status === 'ACTIVE' || row.status === 'PAST_DUE') &&
  periodEndsAt !== undefined &&
  row.periodEndsAt !== null &&
  periodEndsAt <= row.periodEndsAt;

const stepTo = ({ planId, provider, periodEndsAt }: PlanChange, now: Date): Step => ({
  change: {
    ...startMonth(planId, now, now),
    provider,
    ...(periodEndsAt ? { periodEndsAt, dueAt: periodEndsAt } : {}),
  },
  credits: 'renewed',
});

const known = ({ periodEndsAt }: SubscriptionRow): Step => ({
  change: { status: 'ACTIVE', cancelAtCycleEnd: false, graceEndsAt: null, dueAt: periodEndsAt },
  credits: 'kept',
});

/** Credits are granted only with the payment of a whole period, or switching back and forth would grant them each time. */
const stepFrom = (row: SubscriptionRow, change: PlanChange, now: Date): Step => {
  if (isKnown(row, change)) return known(row);
  if (!isWithinPeriod(row, change)) return stepTo(change, now);
  return { ...known(row), change: { ...known(row).change, planId: change.planId } };
};

/** Creates the first subscription of a tenant that had no plan. */
export const openSubscription = async (tx: TxCtx, planId: string, { change }: Step): Promise<void> => {
  const now = tx.now();
  const first = { status: 'ACTIVE', provider: 'none', anchorAt: now, periodStartsAt: now } as const;
  if (!(await subscriptionRepository.insert(tx.db, { ...first, ...change, planId }))) return;
  const row = await getSubscription(tx);
  await grantPeriod(tx, row, 'opening');
  await orderRenewal(tx, row);
};

/**
 * Puts the tenant on a plan that has been paid. Its credits are available at once, and those of the earlier plan end. Repeating the call
 * only clears a cancellation or a missed payment.
 */
export const changePlan = async (tx: TxCtx, change: PlanChange): Promise<void> => {
  if (!findPlan(getCatalogue(tx.services.config), change.planId))
    throw new Error(`The catalogue has no plan ${change.planId}.`);
  if (!(await findSubscription(tx))) await openSubscription(tx, change.planId, stepTo(change, tx.now()));
  const row = await lockSubscription(tx);
  await applyStep(tx, stepFrom(row, change, tx.now()));
};

/**
 * Ends the plan, at the end of the paid period or now. The tenant falls back to the free plan; where there is none, its plan is CANCELLED
 * and paid work is refused. Bought credits stay. Returns when the plan ends.
 */
export const endPlan = async (tx: TxCtx, { atCycleEnd }: { atCycleEnd: boolean }): Promise<Date> => {
  const row = await lockSubscription(tx);
  const now = tx.now();
  const isPaid = row.status === 'ACTIVE' && row.periodEndsAt !== null;
  if (atCycleEnd && isPaid && row.periodEndsAt) {
    await subscriptionRepository.update(tx.db, { cancelAtCycleEnd: true });
    return row.periodEndsAt;
  }
  await applyStep(tx, fallBack({ endedAt: now, now, freePlanId: defaultPlanId(tx) }, 'CANCELLED'));
  return now;
};

/** Records that a payment failed. Work can continue until a grace period after `since` ends; then the plan is EXPIRED. */
export const markPastDue = async (tx: TxCtx, { since = tx.now() }: { since?: Date } = {}): Promise<void> => {
  const graceEndsAt = new Date(since.getTime() + graceMs);
  const row = await lockSubscription(tx);
  if (row.status !== 'ACTIVE') return;
  await applyStep(tx, { change: { status: 'PAST_DUE', graceEndsAt, dueAt: graceEndsAt }, credits: 'kept' });
};

const isBeforeTrial = (tx: TxCtx, row: SubscriptionRow | undefined): boolean =>
  row === undefined ||
  (row.trialStartsAt === null &&
    row.status === 'ACTIVE' &&
    findPlan(getCatalogue(tx.services.config), row.planId)?.planType === 'Free');

/**
 * True when the tenant may start its one trial (BILLING-02): on the free plan or before any plan, once only, and only in the first tenant
 * that its founder founded.
 */
export const isTrialAvailable = async (tx: TxCtx, row: SubscriptionRow | undefined): Promise<boolean> =>
  isBeforeTrial(tx, row) && !(await isRefounded(tx));

/** Lists the plans that can be chosen, with the tenant's present one and how a plan is paid. */
export const listPlans = (ctx: AnyCtx) =>
  ctx.tx(async (tx) => {
    const { config } = tx.services;
    const { currency, plans } = getCatalogue(config);
    const { stripe, invoiceNote } = config.billing;
    const row = await findSubscription(tx);
    return {
      currency,
      plans,
      currentPlanId: row?.planId ?? null,
      isTrialAvailable: await isTrialAvailable(tx, row),
      payment: {
        by: stripe === undefined ? ('invoice' as const) : ('card' as const),
        note: invoiceNote ?? null,
      },
    };
  });
