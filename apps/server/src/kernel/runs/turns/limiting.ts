import type { Limits } from '@atelier/contracts/kernel/limits';
import type { StartingRules } from '../definition/starting-rules.ts';

/** Converts limits to starting rules. `countedBy` returns what a key counts by. */
export const limiting = (
  { concurrency, throttle }: Limits,
  countedBy: (key: string) => string,
): Pick<StartingRules<unknown>, 'concurrency' | 'throttle'> => ({
  ...(concurrency && { concurrency: { limit: concurrency.limit, key: () => countedBy(concurrency.key) } }),
  ...(throttle && {
    throttle: {
      limit: throttle.limit,
      periodMs: throttle.seconds * 1000,
      key: () => countedBy(throttle.key),
    },
  }),
});
