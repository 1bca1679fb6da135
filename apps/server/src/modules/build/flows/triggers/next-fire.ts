import { Cron } from 'croner';

/**
 * Returns the next time after `after` at which a schedule fires; null when there is none. In the hour that daylight saving skips, a
 * schedule fires when the hour would have begun; in the hour that is repeated, once.
 */
export const nextFire = ({ cron, timeZone }: { cron: string; timeZone: string }, after: Date): Date | null =>
  new Cron(cron, { timezone: timeZone, mode: '5-part' }).nextRun(after);
