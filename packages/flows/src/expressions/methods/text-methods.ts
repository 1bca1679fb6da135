import { hasText, partsAround, positionsIn } from '@atelier/contracts/fields/find-text';
import type { Computation } from '../computation.ts';
import { ExpressionError } from '../expression-error.ts';
import { numberIn, toNumber, toText } from '../values.ts';
import type { Method, Methods } from './method.ts';

/** Finds a text, which takes the time of reading both. */
const found = (text: string, wanted: string, computation: Computation): number[] => {
  computation.spendText(text.length);
  computation.spendText(wanted.length);
  const positions = positionsIn(text, wanted);
  computation.spend(positions.length >> 2);
  return positions;
};

const replace: Method<string> = (text, [find, otherwise], computation) => {
  const [wanted, instead] = [toText(find, computation), toText(otherwise, computation)];
  const positions = found(text, wanted, computation);
  computation.spendText(text.length + positions.length * (instead.length - wanted.length));
  return positions.length === 0 ? text : partsAround(text, wanted, positions).join(instead);
};

const split: Method<string> = (text, [separator = ','], computation) => {
  const wanted = toText(separator, computation);
  if (wanted !== '') return partsAround(text, wanted, found(text, wanted, computation));
  computation.spend(text.length);
  return text.split('');
};

const number: Method<string> = (text) => {
  const value = numberIn(text);
  if (value === undefined) throw new ExpressionError(`“${text.slice(0, 40)}” is not a number.`);
  return value;
};

const includes: Method<string> = (text, [given], computation) => {
  const wanted = toText(given, computation);
  computation.spendText(text.length);
  computation.spendText(wanted.length);
  return hasText(text, wanted);
};

/** Compares the beginning or the end of a text with another one. */
const compare =
  (isThere: (text: string, wanted: string) => boolean): Method<string> =>
  (text, [given], computation) => {
    const wanted = toText(given, computation);
    computation.spendText(wanted.length);
    return isThere(text, wanted);
  };

const change =
  (make: (text: string) => string): Method<string> =>
  (text, _inputs, computation) => {
    computation.spendText(text.length);
    return make(text);
  };

/** Returns the end of a slice; nothing means the end of what is sliced. */
export const sliceEnd = (end: unknown): number | undefined =>
  end === undefined || end === null ? undefined : toNumber(end);

const slice: Method<string> = (text, [start = 0, end], computation) => {
  const part = text.slice(toNumber(start), sliceEnd(end));
  computation.spendText(part.length);
  return part;
};

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
  ['slice', slice],
  ['includes', includes],
  ['startsWith', compare((text, wanted) => text.startsWith(wanted))],
  ['endsWith', compare((text, wanted) => text.endsWith(wanted))],
  ['length', ({ length }) => length],
  ['number', number],
  ['text', (text) => text],
]);
