/** The result of one burst of load: the milliseconds of each call, and the calls per second. */
export interface Burst {
  times: number[];
  perSecond: number;
}

/** Runs `callers` callers for `ms` milliseconds. Each sends its next call when the previous one has been answered. */
export const closedLoop = async (
  callers: readonly (() => Promise<unknown>)[],
  ms: number,
): Promise<Burst> => {
  const times: number[] = [];
  const start = performance.now();
  const end = start + ms;
  await Promise.all(
    callers.map(async (call) => {
      for (let before = performance.now(); before < end; ) {
        await call();
        const after = performance.now();
        times.push(after - before);
        before = after;
      }
    }),
  );
  return { times, perSecond: times.length / ((performance.now() - start) / 1000) };
};
