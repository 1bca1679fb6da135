/** Returns the whole milliseconds since it was made. */
export const stopwatch = (): (() => number) => {
  const begin = performance.now();
  return () => Math.round(performance.now() - begin);
};
