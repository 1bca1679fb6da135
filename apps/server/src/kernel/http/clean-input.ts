import { cleanText } from '../clean-text.ts';
import { AppError } from '../errors.ts';

/** Deeper than anything that a form, a filter or a flow says; whoever walks a value may do so by calling itself. */
const deepest = 100;

/**
 * The same value without NUL and without half characters in any of its texts. No person types them and
 * PostgreSQL cannot store them, so they are taken out once, before any schema sees them. Throws `request.invalid` for what is nested without end.
 */
export const cleanInput = (value: unknown, depth = 0): unknown => {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > deepest)
    throw new AppError('request.invalid', undefined, {
      message: 'What was sent is nested too deeply. Please make it flatter.',
    });
  if (Array.isArray(value)) return value.map((inner) => cleanInput(inner, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [cleanText(key), cleanInput(inner, depth + 1)]),
  );
};
