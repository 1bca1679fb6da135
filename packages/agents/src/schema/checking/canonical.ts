/** The deepest nesting of values that are told apart. */
const mostDepth = 200;

/** Writes a value so that equal values have equal texts, in whatever order their properties are. */
export const canonical = (value: unknown, depth = 0): string => {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (depth > mostDepth) return '…';
  if (Array.isArray(value)) return `[${value.map((each) => canonical(each, depth + 1)).join(',')}]`;
  const parts = Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, each]) => `${JSON.stringify(name)}:${canonical(each, depth + 1)}`);
  return `{${parts.join(',')}}`;
};
