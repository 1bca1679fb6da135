import { ExpressionError } from '../expression-error.ts';
import { numberIn, numberOf, textOf } from '../values.ts';
import type { Method, Methods } from './method.ts';

const replace: Method<string> = (text, [find, otherwise], computation) => {
  const [wanted, instead] = [textOf(find, computation), textOf(otherwise, computation)];
  computation.spendText(text.length);
  if (wanted === '') return text;
  const parts = text.split(wanted);
  computation.spendText(text.length + (parts.length - 1) * (instead.length - wanted.length));
  return parts.join(instead);
};

const split: Method<string> = (text, [separator = ','], computation) => {
  computation.spend(text.length);
  return text.split(textOf(separator, computation));
};

const number: Method<string> = (text) => {
  const value = numberIn(text);
  if (value === undefined) throw new ExpressionError(`“${text.slice(0, 40)}” is not a number.`);
  return value;
};

const search =
  (find: (text: string, wanted: string) => boolean): Method<string> =>
  (text, [wanted], computation) => {
    computation.spendText(text.length);
    return find(text, textOf(wanted, computation));
  };

const change =
  (make: (text: string) => string): Method<string> =>
  (text, _inputs, computation) => {
    computation.spendText(text.length);
    return make(text);
  };

/** Returns the end of a slice; nothing means the end of what is sliced. */
export const sliceEnd = (end: unknown): number | undefined =>
  end === undefined || end === null ? undefined : numberOf(end);

const upper = change((text) => text.toUpperCase());
const lower = change((text) => text.toLowerCase());

export const textMethods: Methods<string> = new Map([
  ['upper', upper],
  ['toUpperCase', upper],
  ['lower', lower],
  ['toLowerCase', lower],
  ['trim', change((text) => text.trim())],
  ['replace', replace],
  ['split', split],
  ['slice', (text, [start = 0, end]) => text.slice(numberOf(start), sliceEnd(end))],
  ['includes', search((text, wanted) => text.includes(wanted))],
  ['startsWith', search((text, wanted) => text.startsWith(wanted))],
  ['endsWith', search((text, wanted) => text.endsWith(wanted))],
  ['length', ({ length }) => length],
  ['number', number],
  ['text', (text) => text],
]);
