import type { z } from 'zod';
import { AppError } from './errors.ts';

/** Returns `request.invalid` with every refused field. The message names the first one, so that a line in the log of a script is enough. */
const invalid = (error: z.ZodError): AppError => {
  const issues = error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }));
  const first = issues[0];
  const message = first
    ? first.path && /^(Invalid|Too|Unrecognized|must)/.test(first.message)
      ? `${first.path}: ${first.message}`
      : first.message
    : undefined;
  return new AppError('request.invalid', { issues }, message ? { message } : {});
};

/**
 * Reads what a user sent with a shape that its endpoint does not demand, such as the whole of what a change leaves. Throws `request.invalid`
 * with every refused field.
 */
export const checkInput = <S extends z.ZodType>(shape: S, value: unknown): z.output<S> => {
  const result = shape.safeParse(value);
  if (!result.success) throw invalid(result.error);
  return result.data;
};
