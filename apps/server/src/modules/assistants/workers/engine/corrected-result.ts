import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import { parseJson } from '@atelier/contracts/kernel/parse-json';
import type { Result } from './run-target.ts';

/** Returns what a person wrote in the place of a result. A result with fields keeps having fields; undefined when the text has none. */
export const correctedResult = (data: JsonValue, text: string): Result | undefined => {
  if (!isObject(data)) return { text, data: null };
  const fields = parseJson(text) as JsonValue | undefined;
  return fields !== undefined && isObject(fields) ? { text, data: fields } : undefined;
};
