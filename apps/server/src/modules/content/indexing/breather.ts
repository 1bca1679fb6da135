import { setImmediate } from 'node:timers/promises';

const longestStretchMs = 6;

/** Lets waiting requests have their turn once work has gone on for some milliseconds. */
export const createBreather = (): (() => Promise<void>) => {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < longestStretchMs) return;
    await setImmediate();
    since = performance.now();
  };
};
