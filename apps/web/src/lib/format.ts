const locale = 'en';

/** Formats whole credits, never below zero (CREDIT-05, CREDIT-06). */
export const formatCredits = (credits: number): string =>
  Math.max(0, Math.floor(credits)).toLocaleString(locale);

/** Formats credits with up to five decimals, where detail is wanted (CREDIT-07). */
export const formatExactCredits = (credits: number): string =>
  Math.max(0, credits).toLocaleString(locale, { maximumFractionDigits: 5 });

/**
 * Formats a number as 999, 1k, 1.2k or 3.4M (UI-09). It truncates instead of rounding, so that 999,999 does not read as a
 * million.
 */
export const formatShort = (value: number): string => {
  const size = Math.abs(value);
  const [divisor, unit] =
    size >= 1e9 ? [1e9, 'B'] : size >= 1e6 ? [1e6, 'M'] : size >= 1e3 ? [1e3, 'k'] : [1, ''];
  return `${Math.trunc((value / divisor) * 10) / 10}${unit}`;
};

/** Formats a count with its noun: "1 document", "1,204 documents". */
export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString(locale)} ${count === 1 ? one : many}`;

const sizeUnits = ['KB', 'MB', 'GB', 'TB'] as const;

/** Formats bytes in units of 1024, from KB to TB (UI-11). */
export const formatFileSize = (bytes: number): string => {
  let value = Math.max(0, bytes) / 1024;
  let unit = 0;
  while (value >= 1024 && unit < sizeUnits.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const shown = value === 0 || value >= 100 ? Math.round(value) : Math.max(0.1, Math.round(value * 10) / 10);
  return `${shown} ${sizeUnits[unit]}`;
};

const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
const moments = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
const times = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' });
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });

export const formatDate = (timestamp: string): string => days.format(new Date(timestamp));
export const formatTime = (timestamp: string): string => times.format(new Date(timestamp));
export const formatMoment = (timestamp: string): string => moments.format(new Date(timestamp));

const spans: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];
const weekSeconds = 604_800;

/** Formats a time as "3 minutes ago" or "yesterday", and as a date when it is more than a week ago. */
export const formatAgo = (timestamp: string, now = Date.now()): string => {
  const seconds = Math.round((new Date(timestamp).getTime() - now) / 1000);
  if (Math.abs(seconds) > weekSeconds) return formatDate(timestamp);
  const span = spans.find(([, length]) => Math.abs(seconds) >= length);
  return span ? relative.format(Math.round(seconds / span[1]), span[0]) : 'just now';
};
