import { canonical } from './canonical.ts';
import { formats } from './formats.ts';
import { type Application, type Checking, numberIn, type Rule } from './rule.ts';

const detectJsonType = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'bigint' ? 'number' : typeof value;
};

const types = new Set(['null', 'boolean', 'object', 'array', 'number', 'string', 'integer']);

const isOfType = (value: unknown, type: unknown): boolean =>
  type === 'integer' ? typeof value === 'bigint' || Number.isInteger(value) : detectJsonType(value) === type;

const checkType = (checking: Checking, { schema, spot, verdict }: Application): void => {
  const given = checking.word(schema, 'type');
  if (given === undefined) return;
  const wanted: unknown[] = Array.isArray(given) ? given : [given];
  if (wanted.some((type) => isOfType(spot.value, type))) return;
  if (!wanted.every((type) => typeof type === 'string' && types.has(type))) return verdict.doubt();
  verdict.refuse(spot, `it must be ${wanted.join(' or ')}, and it is ${detectJsonType(spot.value)}.`);
};

const isEqual = (one: unknown, other: unknown): boolean =>
  one === other ||
  (typeof one === 'object' && typeof other === 'object' && canonical(one) === canonical(other));

/** The most values of a list that are named. */
const mostShown = 20;

const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? '';
  return text.length <= 200 ? text : `${text.slice(0, 199)}…`;
};

const checkValues = (checking: Checking, { schema, spot, verdict }: Application): void => {
  if (Object.hasOwn(schema, 'const') && checking.draft >= 6) {
    if (!isEqual(spot.value, schema['const'])) verdict.refuse(spot, `it must be ${shown(schema['const'])}.`);
  }
  const choices = checking.word(schema, 'enum');
  if (choices === undefined) return;
  if (!Array.isArray(choices) || !checking.spend(choices.length)) return verdict.doubt();
  if (!choices.some((each) => isEqual(spot.value, each)))
    verdict.refuse(spot, `it must be one of ${shown(choices.slice(0, mostShown))}.`);
};

/** A number as a whole number and a power of ten. */
const decimal = (value: number): [bigint, number] => {
  const [digits = '0', exponent = '0'] = Math.abs(value).toString().split('e');
  const point = digits.indexOf('.');
  const places = point === -1 ? 0 : digits.length - point - 1;
  return [BigInt(digits.replace('.', '')), Number(exponent) - places];
};

const isMultiple = (value: number, divisor: number): boolean => {
  if (!Number.isFinite(value) || !(divisor > 0)) return true;
  const [[dividend, power], [by, other]] = [decimal(value), decimal(divisor)];
  const shift = power - other;
  return shift >= 0
    ? (dividend * 10n ** BigInt(shift)) % by === 0n
    : dividend % (by * 10n ** BigInt(-shift)) === 0n;
};

/** In draft 4, `exclusiveMinimum` only says how `minimum` is meant. */
const limits = [
  { word: 'minimum', strict: 'exclusiveMinimum', sign: 1, said: ['at least', 'more than'] },
  { word: 'maximum', strict: 'exclusiveMaximum', sign: -1, said: ['at most', 'less than'] },
] as const;

const checkLimits = (checking: Checking, application: Application): void => {
  const { schema, spot, verdict } = application;
  const value = Number(spot.value);
  for (const { word, strict, sign, said } of limits) {
    const limit = numberIn(checking, application, word);
    const isStrict = schema[strict] === true;
    const far = limit === undefined ? 1 : (value - limit) * sign;
    if (far < 0 || (isStrict && far === 0))
      verdict.refuse(spot, `it must be ${said[isStrict ? 1 : 0]} ${limit}.`);
    const bound = typeof schema[strict] === 'boolean' ? undefined : numberIn(checking, application, strict);
    if (bound !== undefined && (value - bound) * sign <= 0)
      verdict.refuse(spot, `it must be ${said[1]} ${bound}.`);
  }
};

const checkMultiple = (checking: Checking, application: Application): void => {
  const { spot, verdict } = application;
  const divisor = numberIn(checking, application, 'multipleOf');
  if (divisor !== undefined && !isMultiple(Number(spot.value), divisor))
    verdict.refuse(spot, `it must be a multiple of ${divisor}.`);
};

/** Letters are counted as people count them: one outside the first plane is one. */
const countCodePoints = (text: string): number => {
  let pairs = 0;
  for (let at = 0; at < text.length - 1; at += 1) {
    const isHigh = (text.charCodeAt(at) & 0xfc00) === 0xd800;
    if (isHigh && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) pairs += 1;
  }
  return text.length - pairs;
};

const checkLength = (checking: Checking, application: Application): void => {
  const { spot, verdict } = application;
  const text = spot.value as string;
  if (!checking.spend(text.length)) return verdict.doubt();
  const [least, most] = ['minLength', 'maxLength'].map((word) => numberIn(checking, application, word));
  const length = countCodePoints(text);
  if (least !== undefined && length < least)
    verdict.refuse(spot, `it must have at least ${least} characters.`);
  if (most !== undefined && length > most) verdict.refuse(spot, `it must have at most ${most} characters.`);
};

const checkPattern = (checking: Checking, { schema, spot, verdict }: Application): void => {
  const pattern = checking.word(schema, 'pattern');
  const fits = typeof pattern === 'string' ? checking.fitsPattern(pattern, spot.value as string) : undefined;
  if (fits === undefined) verdict.doubt();
  if (fits === false) verdict.refuse(spot, `it must match the pattern ${shown(pattern)}.`);
};

const checkFormat = (checking: Checking, { schema, spot, verdict }: Application): void => {
  const format = checking.word(schema, 'format');
  if (typeof format !== 'string' || !Object.hasOwn(formats, format)) return;
  const text = spot.value as string;
  if (checking.spend(text.length) && formats[format]?.(text) === false)
    verdict.refuse(spot, `it is no ${format}.`);
};

/** The keywords about a value as a whole, numbers and texts. */
export const scalars: readonly Rule[] = [
  { words: ['type'], apply: checkType },
  { words: ['const', 'enum'], apply: checkValues },
  {
    words: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
    about: 'numbers',
    apply: checkLimits,
  },
  { words: ['multipleOf'], about: 'numbers', apply: checkMultiple },
  { words: ['minLength', 'maxLength'], about: 'texts', apply: checkLength },
  { words: ['pattern'], about: 'texts', apply: checkPattern },
  { words: ['format'], about: 'texts', apply: checkFormat },
];
