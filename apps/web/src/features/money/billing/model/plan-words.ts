import type { PlanAllowance, Subscription } from '@atelier/contracts/money/billing';
import { formatDate, formatFileSize } from '../../../../lib/format.ts';
import type { StatusTone } from '../../../../ui/feedback/status-badge.tsx';

const amount = (value: number | null, unit: string): string =>
  value === null ? `Unlimited ${unit}` : `${value.toLocaleString('en')} ${unit}`;

/** Lists the contents of a plan, in the same order for every plan. */
export const allowanceLines = (allowance: PlanAllowance): string[] => [
  `${allowance.credits.toLocaleString('en')} credits a month`,
  amount(allowance.members, 'people'),
  amount(allowance.knowledgeBases, 'knowledge bases'),
  amount(allowance.apps, 'apps'),
  allowance.storageBytes === null
    ? 'Unlimited document storage'
    : `${formatFileSize(allowance.storageBytes)} of documents`,
  amount(allowance.dailyStories, 'answers a day'),
];

/** The state of a plan as a badge. */
export const statusBadge = (subscription: Subscription): { label: string; tone: StatusTone } => {
  if (subscription.status === 'TRIALING') return { label: 'Free trial', tone: 'info' };
  if (subscription.status === 'PAST_DUE') return { label: 'Payment missed', tone: 'warning' };
  if (subscription.status === 'EXPIRED') return { label: 'Expired', tone: 'danger' };
  if (subscription.status === 'CANCELLED') return { label: 'Cancelled', tone: 'danger' };
  return subscription.cancelAtCycleEnd
    ? { label: 'Ends soon', tone: 'warning' }
    : { label: 'Active', tone: 'success' };
};

/** Says what happens to the plan next, and when. */
export const periodSentence = (subscription: Subscription): string => {
  const { status, periodEndsAt, trialEndsAt, graceEndsAt, cancelAtCycleEnd, planDetails } = subscription;
  if (status === 'EXPIRED') return 'The plan has expired. Paid work is refused until you choose a plan.';
  if (status === 'CANCELLED') return 'The plan was cancelled. Paid work is refused until you choose a plan.';
  if (status === 'PAST_DUE')
    return `A payment has not arrived. Work goes on until ${formatDate(graceEndsAt ?? periodEndsAt ?? '')}; after that it is refused.`;
  if (status === 'TRIALING')
    return `The trial ends on ${formatDate(trialEndsAt ?? periodEndsAt ?? '')}. Unspent trial credits end with it; bought credits stay.`;
  if (periodEndsAt === null) return 'The plan has no end.';
  if (cancelAtCycleEnd) return `The plan is cancelled and ends on ${formatDate(periodEndsAt)}.`;
  return `On ${formatDate(periodEndsAt)} a new month begins with ${planDetails.featureBalances.credits.toLocaleString('en')} credits; what is left of this month's ends.`;
};
