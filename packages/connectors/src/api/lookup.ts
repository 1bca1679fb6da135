import { ExactNumber } from '@atelier/contracts/kernel/exact-number';
import { parseJson } from '@atelier/contracts/kernel/parse-json';

/** Splits a path into names: `$.rows[0].name` gives `rows`, `0`, `name`. */
export const steps = (path: string): string[] =>
  path
    .trim()
    .replace(/^\$\.?/, '')
    .replace(
      /\[(?:"([^"]*)"|'([^']*)'|(\d+))\]/g,
      (_all, double?: string, single?: string, index?: string) => `.${double ?? single ?? index ?? ''}`,
    )
    .split('.')
    .filter((step) => step !== '');

/**
 * Returns the value at a path such as `data.items`, `$.rows[0].name` or `["a name"]`; an empty path means the value itself.
 * Nothing is evaluated, and inherited properties are not found.
 */
export const lookup = (value: unknown, path: string): unknown => {
  const name = path.trim();
  // The name of a column may contain a dot.
  if (typeof value === 'object' && value !== null && Object.hasOwn(value, name))
    return Reflect.get(value, name);
  let found = value;
  for (const step of steps(path)) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined;
    found = Reflect.get(found, step);
  }
  return found;
};

/** Deeper than real records. Recursive functions can rely on it. */
const deepest = 100;

/** Returns true when no part of a value is nested deeper than `levels`. */
const isWithin = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((inner) => isWithin(inner, levels - 1)));

/** Parses JSON; undefined when the text is not valid or nested too deeply. */
export const readJson = (text: string): unknown => {
  const value = parseJson(text);
  return isWithin(value, deepest) ? value : undefined;
};

/** Limits for indented output, which can be a hundred times as long as its content. */
const readable = { levels: 12, length: 100_000 };

const textOfJson = (value: object): string => {
  const plain = JSON.stringify(value);
  return plain.length <= readable.length && isWithin(value, readable.levels)
    ? JSON.stringify(value, undefined, 2)
    : plain;
};

/** Formats a value for display: text unchanged, missing values as empty text, lists and objects as JSON. */
export const shown = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  return typeof value === 'object' && !(value instanceof ExactNumber)
    ? textOfJson(value)
    : JSON.stringify(value);
};

/** The longest text of a document, in characters. */
export const longestText = 5 * 1024 * 1024;

const places = /\{\{([^{}]{1,200})\}\}/g;

/** Returns the paths that a template contains. */
export const pathsIn = (template: string): string[] =>
  [...template.matchAll(places)].map(({ 1: path = '' }) => path);

/**
 * Replaces each `{{field}}` with the field of a record. Fields are only looked up, so code stays text. Stops once the text is
 * longer than a document may be, because a template can repeat a long field a thousand times.
 */
export const fillTemplate = (template: string, record: unknown): string => {
  let text = '';
  let end = 0;
  for (const { 0: place, 1: path = '', index } of template.matchAll(places)) {
    text += template.slice(end, index) + shown(lookup(record, path));
    end = index + place.length;
    if (text.length > longestText) return text;
  }
  return text + template.slice(end);
};
