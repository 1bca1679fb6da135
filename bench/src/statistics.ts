const sorted = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);

/** Returns the value below which `share` (0 to 1) of the values lie, by nearest rank; NaN when there are none. */
export const percentile = (values: readonly number[], share: number): number =>
  sorted(values)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? Number.NaN;

/** Returns the middle value, or the mean of the two middle values; NaN when there are none. */
export const median = (values: readonly number[]): number => {
  const ordered = sorted(values);
  const middle = ordered.length / 2;
  if (ordered.length % 2 === 1) return ordered[Math.floor(middle)] ?? Number.NaN;
  return ((ordered[middle - 1] ?? Number.NaN) + (ordered[middle] ?? Number.NaN)) / 2;
};
