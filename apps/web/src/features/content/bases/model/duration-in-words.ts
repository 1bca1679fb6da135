import { formatCount } from '../../../../lib/format.ts';

/** "About 2 minutes": an estimate is no stopwatch. */
export const durationInWords = (seconds: number): string => {
  if (seconds < 60) return 'Less than a minute';
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `About ${formatCount(minutes, 'minute')}`;
  return `About ${formatCount(Math.round(minutes / 60), 'hour')}`;
};
