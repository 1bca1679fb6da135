import type { UsageLimit } from '@atelier/contracts/money/usage';
import { formatExactCredits } from '../../../../lib/format.ts';

/** Returns the subject of a limit. */
export const describeSubject = ({
  scope,
  subjectName,
}: Pick<UsageLimit, 'scope' | 'subjectName'>): string => {
  if (scope === 'TENANT') return 'The whole company';
  return subjectName ?? (scope === 'APP' ? 'A deleted app' : 'A former member');
};

/** Formats the amount of a limit: "1,000 credits a day". */
export const formatAmount = ({ credits, period }: Pick<UsageLimit, 'credits' | 'period'>): string =>
  `${formatExactCredits(credits)} credits a ${period === 'DAY' ? 'day' : 'month'}`;

/** Describes a limit in one line, for dialogs and labels. */
export const describeLimit = (limit: UsageLimit): string =>
  `${describeSubject(limit)}, ${formatAmount(limit)}`;

export const kindWords = {
  HARD: { label: 'Stops', description: 'Paid work that would pass it is refused before it begins.' },
  SOFT: { label: 'Warns', description: 'Owners and admins get one mail in each period. Work goes on.' },
} as const;
