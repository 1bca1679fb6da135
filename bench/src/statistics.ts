const sorted = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);

/** The value below which `share` (0 to 1) of the values lie, by the nearest rank. NaN for none. */
export const percentile = (values: readonly number[], share: number): number =>
  sorted(values)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? Number.NaN;

/** The middle value; between two, their mean. NaN for none. */
export const median = (values: readonly number[]): number => {
  const ordered = sorted(values);
  const middle = ordered.length / 2;
  if (ordered.length % 2 === 1) return ordered[Math.floor(middle)] ?? Number.NaN;
  return ((ordered[middle - 1] ?? Number.NaN) + (ordered[middle] ?? Number.NaN)) / 2;
};
