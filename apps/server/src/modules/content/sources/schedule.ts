import type { SourceSchedule } from '@atelier/contracts/content/sources/source-shapes';

const hourMs = 60 * 60 * 1000;

const hoursOf = ({ every, hours }: SourceSchedule): number | undefined =>
  ({ OFF: undefined, HOURLY: 1, DAILY: 24, WEEKLY: 168, HOURS: hours })[every];

/** Returns the time of the next scheduled sync after `from`, or null for a source without a schedule. */
export const nextSyncAfter = (schedule: SourceSchedule, from: Date): Date | null => {
  const hours = hoursOf(schedule);
  return hours === undefined ? null : new Date(from.getTime() + hours * hourMs);
};
