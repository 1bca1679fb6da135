/**
 * The same value without NUL characters in any of its texts. PostgreSQL cannot store them and no person types them,
 * so they are taken out once, before any schema sees them. Returns the value itself when there are none.
 */
export const withoutNul = (value: unknown): unknown => {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '') : value;
  if (Array.isArray(value)) return value.map(withoutNul);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key.replaceAll('\0', ''), withoutNul(inner)]),
  );
};
