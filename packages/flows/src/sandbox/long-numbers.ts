import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import { ExactNumber } from '@atelier/contracts/kernel/exact-number';
import { readJson } from '@atelier/contracts/kernel/parse-json';

/**
 * Returns the value as code gets it: a whole number that a double cannot hold is written as a text behind `mark`, from which the guest
 * makes a BigInt. A decimal number with more digits than a double holds is a text of its digits.
 */
const marked = (value: JsonValue, mark: string): JsonValue => {
  if (value instanceof ExactNumber)
    return /^-?\d+$/.test(value.digits) ? `${mark}${value.digits}` : value.digits;
  if (Array.isArray(value)) return value.map((inner) => marked(inner, mark));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, marked(inner, mark)]));
};

const hasExact = (value: JsonValue): boolean => {
  if (value instanceof ExactNumber) return true;
  if (Array.isArray(value)) return value.some(hasExact);
  return isObject(value) && Object.values(value).some(hasExact);
};

/** The input of code as JSON that the guest can read, and whether it has numbers behind marks. */
export const markLongNumbers = (input: string, mark: string): { json: string; isMarked: boolean } => {
  // Numbers of fewer characters are held by doubles.
  if (!/[\d.]{16}|\d[eE]/.test(input)) return { json: input, isMarked: false };
  const value = readJson(input) as JsonValue;
  return hasExact(value)
    ? { json: JSON.stringify(marked(value, mark)), isMarked: true }
    : { json: input, isMarked: false };
};

/** Turns the marked texts in the JSON that the guest has written back into numbers. */
export const unmarkNumbers = (json: string, mark: string): string =>
  json.includes(mark)
    ? json
        .split(`"${mark}`)
        .map((part, at) => (at === 0 ? part : part.replace('"', '')))
        .join('')
    : json;
