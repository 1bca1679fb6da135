import { setTimeout as sleep } from 'node:timers/promises';

/** Polls until `read` returns a value, for things that happen in the background. An error of `read` counts as no value. */
export const eventually = async <T>(
  read: () => Promise<T | undefined | false>,
  { within = 30_000, every = 100, what = 'It' }: { within?: number; every?: number; what?: string } = {},
): Promise<T> => {
  const deadline = Date.now() + within;
  let failure: unknown;
  for (;;) {
    try {
      const value = await read();
      if (value !== undefined && value !== false) return value;
      failure = undefined;
    } catch (error) {
      failure = error;
    }
    if (Date.now() > deadline)
      throw new Error(`${what} did not happen within ${within / 1000} s.`, { cause: failure });
    await sleep(every);
  }
};
