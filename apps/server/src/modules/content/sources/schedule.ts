import type { SourceSchedule } from '@atelier/contracts/content/sources/source-shapes';

const hourMs = 60 * 60 * 1000;

const hoursOf = ({ every, hours }: SourceSchedule): number | undefined =>
  ({ OFF: undefined, HOURLY: 1, DAILY: 24, WEEKLY: 168, HOURS: hours })[every];

/** When a source is read again by itself, counted from `from`; null when it never is. */
export const nextSyncAfter = (schedule: SourceSchedule, from: Date): Date | null => {
  const hours = hoursOf(schedule);
  return hours === undefined ? null : new Date(from.getTime() + hours * hourMs);
};
