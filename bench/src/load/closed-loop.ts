/** What one burst of load showed: milliseconds of each call, and calls a second. */
export interface Burst {
  times: number[];
  perSecond: number;
}

/** As many callers as `callers`, each sending its next call when the last is answered, for `ms` milliseconds. */
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
