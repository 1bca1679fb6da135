/** Days in UTC, both inclusive. */
export interface Period {
  from: string;
  to: string;
}

const usualDays = 30;
const dayMs = 86_400_000;

const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10);
const dayAfter = (day: string, days: number): string => isoDay(Date.parse(day) + days * dayMs);

/** Completes a period: the last 30 days, or the 30 days that begin or end at the given one. */
export const toPeriod = (
  { from, to }: { from?: string | undefined; to?: string | undefined },
  now: Date,
): Period => {
  const last = to ?? (from === undefined ? isoDay(now.getTime()) : dayAfter(from, usualDays - 1));
  return { from: from ?? dayAfter(last, 1 - usualDays), to: last };
};
