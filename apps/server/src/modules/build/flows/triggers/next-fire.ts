import { Cron } from 'croner';
import { AppError } from '../../../../kernel/base/errors.ts';

/**
 * Returns the next time after `after` at which a schedule fires; null when there is none. A time that daylight saving skips fires when the
 * skipped hour would have begun, and one that it repeats fires once. Throws `flows.schedule_unreadable`.
 */
export const nextFire = (
  { cron, timeZone }: { cron: string; timeZone: string },
  after: Date,
): Date | null => {
  try {
    return new Cron(cron, { timezone: timeZone, mode: '5-part' }).nextRun(after);
  } catch (error) {
    throw new AppError('flows.schedule_unreadable', { cron, timeZone }, { cause: error });
  }
};
