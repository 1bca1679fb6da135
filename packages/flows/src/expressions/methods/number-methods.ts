import { type AnyNumber, asDigits, ExactNumber, roundNumber } from '@atelier/contracts/kernel/exact-number';
import { ExpressionError } from '../expression-error.ts';
import { finite, toNumber, toText } from '../values.ts';
import type { Method, Methods } from './method.ts';

const readDigits = (value: unknown, otherwise: number): number => {
  const digits = value === undefined || value === null ? otherwise : toNumber(value);
  if (!Number.isInteger(digits) || digits < 0 || digits > 20) {
    throw new ExpressionError('The number of digits must be a whole number from 0 to 20.');
  }
  return digits;
};

/** Moves the decimal point in the text of a number, so that 1.005 becomes 100.5 with two places. Large numbers are written with an exponent. */
const movePoint = (number: number, places: number): number => {
  const [mantissa = '0', exponent = '0'] = String(number).split('e');
  return Number(`${mantissa}e${Number(exponent) + places}`);
};

const round: Method<AnyNumber> = (number, [places], computation) => {
  computation.spend(5);
  const digits = readDigits(places, 0);
  if (number instanceof ExactNumber) return roundNumber(number, digits);
  return finite(movePoint(Math.round(movePoint(number, digits)), -digits));
};

const createNumberFormat = (locale: string, digits: number): Intl.NumberFormat => {
  try {
    return new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  } catch {
    throw new ExpressionError('The language of a number must be written like en-US or de-DE.');
  }
};

/** Writes a number with this many digits, in the manner of a language such as `de-DE`. */
const format: Method<AnyNumber> = (number, [places, locale = 'en-US'], computation) => {
  const digits = readDigits(places, 2);
  const language = toText(locale, computation);
  return computation
    .reuseFormat(`${language} ${digits}`, () => createNumberFormat(language, digits))
    .format(asDigits(number));
};

export const numberMethods: Methods<AnyNumber> = new Map<string, Method<AnyNumber>>([
  ['round', round],
  ['format', format],
  ['text', String],
  ['number', (number) => number],
]);
