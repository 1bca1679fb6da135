import { readJson } from '@atelier/contracts/kernel/parse-json';
import { RunFailure, runCauses } from './causes.ts';

/** The longest result, in characters of JSON, that is stored in the journal itself; longer ones are stored separately. */
export const inlineLimit = 64 * 1024;
/** The longest result, in characters of JSON, that can be recorded. */
export const resultLimit = 8 * 1024 * 1024;

/** Converts a value to JSON text; undefined becomes `null`. Throws `runs.result_not_recordable` and `runs.result_too_large`. */
export const serialize = (value: unknown): string => {
  if (value === undefined) return 'null';
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch (error) {
    throw new RunFailure(runCauses.notRecordable, { cause: error });
  }
  if (text === undefined) throw new RunFailure(runCauses.notRecordable);
  if (text.length > resultLimit) throw new RunFailure(runCauses.tooLarge);
  return text;
};

/** Converts JSON text back to the value that replay returns. */
export const deserialize = (text: string | null | undefined): unknown =>
  text === null || text === undefined ? null : (readJson(text) as unknown);

/** Returns the part of a step's input that is stored for display. */
export const shownInput = (value: unknown): string | undefined => {
  if (value === undefined) return undefined;
  const text = serialize(value);
  return text.length > 16 * 1024 ? JSON.stringify(`${text.slice(0, 16 * 1024)}…`) : text;
};
