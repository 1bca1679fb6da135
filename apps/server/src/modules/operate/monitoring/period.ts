import type { Period } from '../../../kernel/base/period.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** The unit in which a period is shown: at most three days by the hour. */
export const unitOf = ({ from, to }: Period): 'HOUR' | 'DAY' =>
  Date.parse(to) - Date.parse(from) < 3 * dayMs ? 'HOUR' : 'DAY';

/** Returns the beginnings of the hours or days of a period, oldest first, without those to come. */
export const beginningsOf = (period: Period, now: Date): number[] => {
  const step = unitOf(period) === 'HOUR' ? hourMs : dayMs;
  const first = Date.parse(period.from);
  const end = Math.min(Date.parse(period.to) + dayMs, Math.max(now.getTime(), first + 1));
  return Array.from({ length: Math.ceil((end - first) / step) }, (_, index) => first + index * step);
};
