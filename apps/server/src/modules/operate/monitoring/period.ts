/** Days in UTC, both inclusive. */
export interface Period {
  from: string;
  to: string;
}

const usualDays = 30;
const dayMs = 86_400_000;
const hourMs = 3_600_000;

const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10);
const dayAfter = (day: string, days: number): string => isoDay(Date.parse(day) + days * dayMs);

/** Completes a period: the last 30 days, or the 30 days that begin or end at the given one. */
export const periodOf = (
  { from, to }: { from?: string | undefined; to?: string | undefined },
  now: Date,
): Period => {
  const last = to ?? (from === undefined ? isoDay(now.getTime()) : dayAfter(from, usualDays - 1));
  return { from: from ?? dayAfter(last, 1 - usualDays), to: last };
};

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
