import type { Allowance } from './token-buckets.ts';

const tenMinutesMs = 600_000;
const dayMs = 86_400_000;

/** Returns what callers may do with a thing in ten minutes and in a day; 0 means no limit. */
export const visitorAllowances = (
  id: string,
  callers: readonly string[],
  { tenMinutes, day }: { tenMinutes: number; day: number },
): Allowance[] =>
  callers.flatMap((caller) =>
    [
      { key: `${id} ${caller} in ten minutes`, amount: tenMinutes, windowMs: tenMinutesMs },
      { key: `${id} ${caller} a day`, amount: day, windowMs: dayMs },
    ].filter(({ amount }) => amount > 0),
  );

/** Writes how long a visitor has to wait: "1 minute". */
export const waitInWords = (seconds: number): string => {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
};
