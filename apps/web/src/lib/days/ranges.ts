/** A range of days in UTC, both inclusive. */
export interface Days {
  from: string;
  to: string;
}

const dayMs = 86_400_000;
const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Returns the last `days` days including today, in UTC. */
export const lastDays = (days: number, now = Date.now()): Days => ({
  from: isoDay(now - (days - 1) * dayMs),
  to: isoDay(now),
});

export const ranges = [
  { days: 7, label: '7 days' },
  { days: 30, label: '30 days' },
  { days: 90, label: '90 days' },
] as const;

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** Returns true when the server accepts the range. */
export const isRange = ({ from, to }: Days): boolean =>
  isDay(from) && isDay(to) && from <= to && Date.parse(to) - Date.parse(from) < 366 * dayMs;

/** Reads the range from the address; the last 30 days when that is not a valid range. */
export const daysIn = ({ from, to }: Days, now = Date.now()): Days =>
  isRange({ from, to }) ? { from, to } : lastDays(30, now);

/** Returns every day of a range, oldest first. */
export const everyDay = ({ from, to }: Days): string[] => {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
  return Array.from({ length: count }, (_, index) => isoDay(Date.parse(from) + index * dayMs));
};
