import { monthAround } from './months.ts';
import type { SubscriptionChange } from './repository/subscriptions.ts';
import type { SubscriptionRow } from './tables.ts';

const dayMs = 86_400_000;
/** How long work goes on after a period whose payment has not come. */
export const graceMs = 7 * dayMs;
/** BILLING-02 */
export const trialMs = 7 * dayMs;

/** What becomes of a subscription, and whether its plan's credits are granted anew (the rest of the old ones ends). */
export interface Step {
  change: SubscriptionChange;
  credits: 'renewed' | 'kept';
}

/** A month of `planId` that begins at `anchor`, or a later one when `now` is later. */
export const monthOf = (planId: string, anchor: Date, now: Date): SubscriptionChange => {
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

/** A plan that ended: the company goes on with the free plan, or, where there is none, pays for nothing any more. */
export const fallBack = (
  { endedAt, now, freePlanId }: { endedAt: Date; now: Date; freePlanId: string | null },
  status: 'CANCELLED' | 'EXPIRED',
): Step =>
  freePlanId === null
    ? ended(status)
    : { change: { ...monthOf(freePlanId, endedAt, now), provider: 'none' }, credits: 'renewed' };

/**
 * What time alone does to a subscription that is due: a trial ends, a grace runs out, a cancelled plan ends, a month begins.
 * Months that nobody saw are skipped; their credits would have ended with them.
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
  return { change: monthOf(row.planId, row.anchorAt, now), credits: 'renewed' };
};
