import { JsonProblem, lineAt, readJson } from '@atelier/contracts/kernel/parse-json';
import { AppError } from '../../base/errors.ts';

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
