import { hasLongNumber, parseMeasures } from '@atelier/contracts/kernel/parse-measures';

/**
 * Reads JSON with all digits of its numbers; undefined when it is not valid. The reader that keeps them is loaded when the first text comes
 * that may have a number with so many digits, because the first screen needs none.
 */
export const readExact = async (text: string): Promise<unknown> => {
  if (!hasLongNumber(text)) return parseMeasures(text);
  const reader = await import('@atelier/contracts/kernel/parse-json').catch(() => undefined);
  return (reader?.parseJson ?? parseMeasures)(text);
};
