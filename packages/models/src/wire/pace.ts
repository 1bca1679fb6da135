const firstWaitMs = 5;

const wait = (milliseconds: number, signal: AbortSignal): Promise<void> => {
  if (signal.aborted) return Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<void>();
  const done = () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', done);
    resolve();
  };
  const timer = setTimeout(done, milliseconds);
  signal.addEventListener('abort', done, { once: true });
  return promise;
};

/**
 * Returns a function that waits before the next read, so that the data that arrives meanwhile is read in one piece. The waits grow up to
 * `everyMs`, so that a short reply ends early; the time that the reader took for the last piece counts. Aborting ends a wait.
 */
export const createPace = (everyMs: number | undefined): ((signal: AbortSignal) => Promise<void>) => {
  if (everyMs === undefined) return () => Promise.resolve();
  let waitMs = Math.min(firstWaitMs, everyMs);
  let readAt = performance.now();
  return async (signal) => {
    const left = readAt + waitMs - performance.now();
    if (left > 1) await wait(left, signal);
    readAt = performance.now();
    waitMs = Math.min(waitMs * 2, everyMs);
  };
};
