import { measureJson } from '@atelier/contracts/kernel/measure-json';
import { JsonProblem, lineAt, readJson } from '@atelier/contracts/kernel/parse-json';
import { AppError } from '../../base/errors.ts';

/** The most values in the JSON of a request: more than any form, filter or list of ids needs. */
export const mostValues = 10_000;
/** The most values for endpoints without sign-in: enough for a question, its history or a form. */
export const mostPublicValues = 1500;
/** The deepest nesting: recursive functions that walk the value must not overflow the stack. */
const usualDepth = 100;

/**
 * Refuses JSON with so many values, or nested so deep, that parsing it would block other requests. One long text passes.
 * Throws `request.too_complex`.
 */
export const checkJson = (json: string, most = mostValues, mostDepth = usualDepth): void => {
  const { values, depth } = measureJson(json, { values: most, depth: mostDepth });
  if (values > most || depth > mostDepth)
    throw new AppError('request.too_complex', { mostValues: most, mostDepth });
};

/** The content types of JSON. */
export const jsonTypes = /^application\/(?:[\w.+-]+\+)?json(?:;|$)/;

/** Reads JSON, and keeps the digits of all numbers. Throws `request.unreadable`, which says what is wrong and where. */
export const readJsonText = (text: string): unknown => {
  try {
    return readJson(text);
  } catch (error) {
    if (!(error instanceof JsonProblem)) throw error;
    const { line, column } = lineAt(text, error.at);
    throw new AppError(
      'request.unreadable',
      { line, column },
      { cause: error, message: `The body is not JSON at line ${line}, column ${column}: ${error.message}` },
    );
  }
};
