import { setImmediate } from 'node:timers/promises';

const longestStretchMs = 6;

/** Yields to waiting requests once the work has run for some milliseconds. */
export const createBreather = (): (() => Promise<void>) => {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < longestStretchMs) return;
    await setImmediate();
    since = performance.now();
  };
};
