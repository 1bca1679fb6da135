import type { SubscriptionChange } from './repository/subscriptions.ts';
import type { SubscriptionRow } from './tables.ts';

/** Returns the same day `count` months later, or the last day of a shorter month (UTC). */
export const addMonths = (from: Date, count: number): Date => {
  const moved = new Date(from);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + count);
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return moved;
};

/** Returns the month that contains `now`, counted from `anchor`. */
export const monthAround = (anchor: Date, now: Date): { startsAt: Date; endsAt: Date } => {
  const years = now.getUTCFullYear() - anchor.getUTCFullYear();
  let count = Math.max(0, years * 12 + now.getUTCMonth() - anchor.getUTCMonth() - 1);
  while (addMonths(anchor, count + 1) <= now) count += 1;
  return { startsAt: addMonths(anchor, count), endsAt: addMonths(anchor, count + 1) };
};

const dayMs = 86_400_000;
/** The time for which work may continue after a period, while the payment for the next one is missing. */
export const graceMs = 7 * dayMs;
/** The length of the trial (BILLING-02). */
export const trialMs = 7 * dayMs;

/** The next state of a subscription, and whether the credits of its plan are granted again, which ends the remaining old ones. */
export interface Step {
  change: SubscriptionChange;
  credits: 'renewed' | 'kept';
}

/** Returns a month of `planId` that starts at `anchor`, or a later one when `now` is later. */
export const startMonth = (planId: string, anchor: Date, now: Date): SubscriptionChange => {
  const { startsAt, endsAt } = monthAround(anchor, now);
  return {
    planId,
    status: 'ACTIVE',
    anchorAt: anchor,
    periodStartsAt: startsAt,
    periodEndsAt: endsAt,
    dueAt: endsAt,
    cancelAtCycleEnd: false,
    graceEndsAt: null,
  };
};

const ended = (status: 'CANCELLED' | 'EXPIRED'): Step => ({
  change: { status, dueAt: null, graceEndsAt: null, cancelAtCycleEnd: false },
  credits: 'kept',
});

/** Returns the state after a plan ended: the free plan, or, where there is none, no plan. */
export const fallBack = (
  { endedAt, now, freePlanId }: { endedAt: Date; now: Date; freePlanId: string | null },
  status: 'CANCELLED' | 'EXPIRED',
): Step =>
  freePlanId === null
    ? ended(status)
    : { change: { ...startMonth(freePlanId, endedAt, now), provider: 'none' }, credits: 'renewed' };

/**
 * Returns the next change that time has brought to a subscription: a trial ends, a grace period runs out, a cancelled plan ends, a month
 * begins. Months in which nobody used the tenant are skipped, because their credits would have ended with them.
 */
export const advance = (row: SubscriptionRow, now: Date, freePlanId: string | null): Step => {
  const endedAt = row.periodEndsAt ?? now;
  if (row.status === 'TRIALING') return fallBack({ endedAt, now, freePlanId }, 'EXPIRED');
  if (row.status === 'PAST_DUE') return ended('EXPIRED');
  if (row.cancelAtCycleEnd) return fallBack({ endedAt, now, freePlanId }, 'CANCELLED');
  if (row.provider === 'stripe') {
    const graceEndsAt = new Date(endedAt.getTime() + graceMs);
    return { change: { status: 'PAST_DUE', graceEndsAt, dueAt: graceEndsAt }, credits: 'kept' };
  }
  return { change: startMonth(row.planId, row.anchorAt, now), credits: 'renewed' };
};
