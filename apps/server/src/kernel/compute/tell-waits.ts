import type { Compute } from './computation.ts';

/**
 * Returns the same threads for one piece of work: `onWaits` is called with true when the first of its computations waits behind others, and
 * with false when none does any more. A computation with a listener of its own tells only that one.
 */
export const tellWaits = (compute: Compute, onWaits: (waits: boolean) => void): Compute => {
  let waiting = 0;
  const count = (waits: boolean): void => {
    const before = waiting;
    waiting += waits ? 1 : -1;
    if (before > 0 !== waiting > 0) onWaits(waiting > 0);
  };
  return {
    run: (computation, input, asker) => compute.run(computation, input, { onWaits: count, ...asker }),
    close: () => compute.close(),
  };
};
