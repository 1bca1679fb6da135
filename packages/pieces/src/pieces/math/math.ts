import type { JsonValue } from '@atelier/contracts/fields/field-values';
import type { Field, FieldValues } from '@atelier/contracts/fields/fields';
import {
  type AnyNumber,
  asDigits,
  calculate,
  calculateStep,
  compareNumbers,
  ExactNumber,
  isNumber,
  readNumber,
  roundNumber,
  settled,
} from '@atelier/contracts/kernel/exact-number';
import { limitList } from '../../limits.ts';
import type { Piece } from '../../piece.ts';
import { refuse } from '../../refuse.ts';
import {
  isOn,
  readExactField,
  readListField,
  readNumberField,
  readTextField,
  showValue,
} from '../../values.ts';

/** Rounds away the error of binary fractions: 0.1 + 0.2 is 0.3. */
const plain = (value: number): number =>
  Number.isFinite(value) ? Number(value.toPrecision(15)) : refuse('The result is too large for a number.');

const divide = (one: number, other: number): number =>
  other === 0 ? refuse('Nothing can be divided by 0. Please check the second number.') : one / other;

const power = (one: number, other: number): number => {
  const value = one ** other;
  return Number.isNaN(value) ? refuse('A negative number has no such power.') : value;
};

/** The decimal places of a number as it is written; none for very small ones, which are written with an exponent. */
const countDecimals = (value: number): number => String(value).split('.')[1]?.length ?? 0;

/** A sum has as many decimal places as its numbers: 10 - 9.9 is 0.1. */
const add = (one: number, other: number): number => {
  const isWritten = [one, other].every((it) => !String(it).includes('e'));
  const places = Math.max(countDecimals(one), countDecimals(other));
  return isWritten ? Number((one + other).toFixed(Math.min(places, 15))) : one + other;
};

const operations: Readonly<
  Record<string, { label: string; compute: (one: number, other: number) => number }>
> = {
  ADD: { label: 'plus', compute: add },
  SUBTRACT: { label: 'minus', compute: (one, other) => add(one, -other) },
  MULTIPLY: { label: 'times', compute: (one, other) => one * other },
  DIVIDE: { label: 'divided by', compute: divide },
  REMAINDER: {
    label: 'remainder of the division by',
    compute: (one, other) => (other === 0 ? divide(one, other) : one % other),
  },
  POWER: { label: 'to the power of', compute: power },
};

const signs: Readonly<Record<string, '+' | '-' | '*' | '%'>> = {
  ADD: '+',
  SUBTRACT: '-',
  MULTIPLY: '*',
  REMAINDER: '%',
};

/** Integers, and numbers with more digits than a double holds, keep all of them. */
const keepsDigits = (number: AnyNumber): boolean => typeof number !== 'number' || Number.isInteger(number);

const calculateWith = (operation: string, one: AnyNumber, other: AnyNumber): AnyNumber => {
  const sign = signs[operation];
  const isExact =
    one instanceof ExactNumber || other instanceof ExactNumber || (keepsDigits(one) && keepsDigits(other));
  if (sign && isExact && !(sign === '%' && Number(other) === 0)) return calculate(sign, one, other);
  return plain(operations[operation]?.compute(Number(one), Number(other)) ?? 0);
};

const sumNumbers = (list: readonly number[]) => list.reduce((sum, it) => sum + it, 0);

const median = (list: readonly number[]): number => {
  const sorted = list.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
};

const summaries: Readonly<Record<string, { label: string; compute: (list: readonly number[]) => number }>> = {
  SUM: { label: 'Sum', compute: sumNumbers },
  AVERAGE: { label: 'Average', compute: (list) => sumNumbers(list) / list.length },
  MEDIAN: { label: 'Median', compute: median },
  MINIMUM: { label: 'Smallest', compute: (list) => list.reduce((one, other) => Math.min(one, other)) },
  MAXIMUM: { label: 'Largest', compute: (list) => list.reduce((one, other) => Math.max(one, other)) },
};

const entry = (value: JsonValue): AnyNumber => {
  const number =
    typeof value === 'string' && value.trim() !== '' ? (readNumber(value.trim()) ?? Number(value)) : value;
  if (isNumber(number) && Number.isFinite(Number(number))) return number;
  return refuse(
    `“${showValue(value).slice(0, 60)}” in the list is not a number. Please correct or remove it.`,
  );
};

/** Summaries whose result is one of the numbers, or their sum, keep all digits. */
const exactSummaries: Readonly<Record<string, (one: AnyNumber, other: AnyNumber) => AnyNumber>> = {
  SUM: (one, other) => calculateStep('+', one, other),
  MINIMUM: (one, other) => (compareNumbers(one, other) <= 0 ? one : other),
  MAXIMUM: (one, other) => (compareNumbers(one, other) >= 0 ? one : other),
};

const summarize = (values: FieldValues): AnyNumber => {
  const list = limitList(readListField(values, 'numbers')).map(entry);
  const way = readTextField(values, 'summary');
  if (list.length === 0 && way !== 'SUM') refuse('The list is empty, so there is no such number.');
  const exactly = list.length === 0 ? undefined : exactSummaries[way];
  if (exactly && (list.some((it) => it instanceof ExactNumber) || list.every(keepsDigits)))
    return settled(list.reduce(exactly));
  return plain(summaries[way]?.compute(list.map(Number)) ?? 0);
};

const round = (values: FieldValues): AnyNumber => {
  const digits = readNumberField(values, 'digits') ?? 0;
  const number = readExactField(values, 'number');
  if (number instanceof ExactNumber && readTextField(values, 'way') === 'NEAREST')
    return roundNumber(number, digits);
  const [value, factor] = [readNumberField(values, 'number') ?? 0, 10 ** digits];
  const way = { UP: Math.ceil, DOWN: Math.floor }[readTextField(values, 'way')];
  if (way) return plain(way(plain(value * factor)) / factor);
  // Halves are rounded away from zero, as in accounts.
  return plain((Math.sign(value) * Math.round(plain(Math.abs(value) * factor))) / factor);
};

const format = (values: FieldValues): string => {
  const [locale, currency] = [
    readTextField(values, 'locale').trim(),
    readTextField(values, 'currency').trim().toUpperCase(),
  ];
  const digits = readNumberField(values, 'digits');
  const places = digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const style = currency === '' ? {} : { style: 'currency' as const, currency };
  try {
    return new Intl.NumberFormat(locale, { ...style, ...places }).format(
      asDigits(readExactField(values, 'number') ?? 0),
    );
  } catch {
    return refuse(
      'Language or currency is unknown. Please enter a language such as de-DE and a currency such as EUR.',
    );
  }
};

const random = (values: FieldValues): number => {
  const [low, high] = [readNumberField(values, 'low') ?? 0, readNumberField(values, 'high') ?? 0];
  const [first, last] = isOn(values, 'whole') ? [Math.ceil(low), Math.floor(high)] : [low, high];
  if (first > last)
    refuse('There is no such number between the smallest and the largest. Please correct them.');
  return isOn(values, 'whole')
    ? first + Math.floor(Math.random() * (last - first + 1))
    : plain(first + Math.random() * (last - first));
};

const number: Field = { name: 'number', label: 'Number', type: 'NUMBER', required: true };
const digitsField: Field = { name: 'digits', label: 'Decimal places', type: 'NUMBER', min: 0, max: 12 };
const choices = (named: Readonly<Record<string, { label: string }>>) =>
  Object.entries(named).map(([value, { label }]) => ({ value, label }));

export const math: Piece = {
  name: 'math',
  version: '1.0.0',
  displayName: 'Math',
  description: 'Computes with numbers and lists of numbers.',
  category: 'DATA',
  icon: 'calculator',
  triggers: [],
  actions: [
    {
      kind: 'pure',
      name: 'calculate',
      displayName: 'Calculate',
      description: 'Computes with two numbers.',
      fields: [
        { ...number, name: 'first', label: 'First number' },
        {
          name: 'operation',
          label: 'Operation',
          type: 'STATIC_DROPDOWN',
          required: true,
          default: 'ADD',
          options: choices(operations),
        },
        { ...number, name: 'second', label: 'Second number' },
      ],
      sample: 3,
      run: (values) =>
        calculateWith(
          readTextField(values, 'operation'),
          readExactField(values, 'first') ?? 0,
          readExactField(values, 'second') ?? 0,
        ),
    },
    {
      kind: 'pure',
      name: 'summarize_numbers',
      displayName: 'Summarize a list',
      description: 'Sum, average, median, smallest or largest of a list.',
      fields: [
        { name: 'numbers', label: 'Numbers', type: 'JSON', isAnyJson: true, required: true, default: [] },
        {
          name: 'summary',
          label: 'Find',
          type: 'STATIC_DROPDOWN',
          required: true,
          default: 'SUM',
          options: choices(summaries),
        },
      ],
      sample: 42,
      run: summarize,
    },
    {
      kind: 'pure',
      name: 'round_number',
      displayName: 'Round',
      description: 'Rounds to decimal places. Halves are rounded away from zero.',
      fields: [
        number,
        { ...digitsField, default: 0 },
        {
          name: 'way',
          label: 'Direction',
          type: 'STATIC_DROPDOWN',
          default: 'NEAREST',
          options: [
            { value: 'NEAREST', label: 'To the nearest' },
            { value: 'UP', label: 'Up' },
            { value: 'DOWN', label: 'Down' },
          ],
        },
      ],
      sample: 3,
      run: round,
    },
    {
      kind: 'pure',
      name: 'format_number',
      displayName: 'Write a number',
      description: 'Writes a number as people of a language do, also as an amount of money.',
      fields: [
        number,
        { name: 'locale', label: 'Language', type: 'SHORT_TEXT', required: true, max: 35, default: 'en-US' },
        { name: 'currency', label: 'Currency', type: 'SHORT_TEXT', max: 3, placeholder: 'EUR' },
        digitsField,
      ],
      sample: '1,234.50',
      run: format,
    },
    {
      kind: 'pure',
      name: 'random_number',
      displayName: 'Random number',
      description: 'A number between two numbers.',
      fields: [
        { ...number, name: 'low', label: 'Smallest', default: 1 },
        { ...number, name: 'high', label: 'Largest', default: 100 },
        { name: 'whole', label: 'Whole numbers only', type: 'CHECKBOX', default: true },
      ],
      sample: 7,
      run: random,
    },
  ],
};
