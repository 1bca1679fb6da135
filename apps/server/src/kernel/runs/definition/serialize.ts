import { RunFailure, runCauses } from './causes.ts';

/** Characters of JSON that a result may have in the journal itself; larger ones are stored aside. */
export const inlineLimit = 64 * 1024;
/** Characters of JSON that a result may have at all. */
export const resultLimit = 8 * 1024 * 1024;

/** A value as JSON text; nothing becomes `null`. Throws `runs.result_not_recordable` and `runs.result_too_large`. */
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

/** A value as it looks on replay. */
export const deserialize = (text: string | null | undefined): unknown =>
  text === null || text === undefined ? null : (JSON.parse(text) as unknown);

/** What is shown of a step's input. */
export const shownInput = (value: unknown): string | undefined => {
  if (value === undefined) return undefined;
  const text = serialize(value);
  return text.length > 16 * 1024 ? JSON.stringify(`${text.slice(0, 16 * 1024)}…`) : text;
};
