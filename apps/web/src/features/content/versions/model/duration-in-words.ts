import { formatCount } from '../../../../lib/format.ts';

/** Formats an estimated duration: "About 2 minutes". */
export const durationInWords = (seconds: number): string => {
  if (seconds < 60) return 'Less than a minute';
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `About ${formatCount(minutes, 'minute')}`;
  return `About ${formatCount(Math.round(minutes / 60), 'hour')}`;
};
