import { cleanText } from '../base/clean-text.ts';

/**
 * Returns the value with NUL and half surrogate pairs removed from all its texts. Nobody types them and PostgreSQL cannot store them, so
 * they are removed once, before any schema sees them.
 */
export const cleanInput = (value: unknown): unknown => {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(cleanInput);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [cleanText(key), cleanInput(inner)]));
};
