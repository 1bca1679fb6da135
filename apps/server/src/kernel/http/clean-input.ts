import { cleanText } from '../base/clean-text.ts';

/**
 * The same value without NUL and without half characters in any of its texts. No person types them and
 * PostgreSQL cannot store them, so they are taken out once, before any schema sees them.
 */
export const cleanInput = (value: unknown): unknown => {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(cleanInput);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [cleanText(key), cleanInput(inner)]));
};
