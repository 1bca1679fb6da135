import { type ConditionOperator, conditionOperators } from '@atelier/contracts/assistants/flows/flow-model';
import { describe, expect, it } from 'vitest';
import { compileChoice } from './conditions/index.ts';
import { compileOperand } from './expressions/compile-value.ts';
import {
  Computation,
  type ComputationLimits,
  computationLimits,
  quickLimits,
  type Scope,
} from './expressions/computation.ts';
import { ExpressionError, LimitReached, methodNames } from './expressions/index.ts';
import { operatorSigns } from './expressions/operators.ts';

/** The values that are the hardest on methods, operators and conditions, with texts of this length. */
const hostile = (length: number): Scope => {
  const quarter = 'a'.repeat(length >> 2);
  const half = 'a'.repeat(Math.min(length >> 1, 49_999));
  const list = Array.from({ length: length >> 4 }, (_, at) => at);
  return new Map<string, unknown>([
    ['text', 'a'.repeat(length)],
    ['other', `${'a'.repeat(length - 1)}b`],
    ['wanted', `${quarter}b${quarter}`],
    ['half', half],
    ['halfOther', `${half.slice(1)}b`],
    ['spaces', `${' '.repeat(length >> 1)}x${' '.repeat(length >> 1)}`],
    ['sharp', 'ß'.repeat(length)],
    ['quotes', '"'.repeat(length)],
    ['digits', '1'.repeat(length)],
    ['brackets', '['.repeat(length)],
    ['jsonList', `[${'1,'.repeat(length >> 1)}1]`],
    ['list', list],
    ['same', structuredClone(list)],
    ['alike', [list, [...list.slice(0, -1), -1]]],
    ['texts', list.map((at) => `${'a'.repeat(14)}${at % 10}`)],
    ['object', Object.fromEntries(list.map((at) => [`key${at}`, at]))],
    ['objects', list.map((at) => ({ at, name: `n${at}` }))],
    ['thousand', Array.from({ length: 1000 }, (_, at) => at)],
    ['many', Array.from({ length: 200_000 }, (_, at) => at)],
    ['few', 1.005],
    ['moment', '2026-03-31T09:30:00Z'],
  ]);
};

const wanted = ['wanted', 'text', 'other', 'half', "'a'", "''"];

/** The slowest uses of each method. */
const methodUses: Readonly<Record<string, readonly string[]>> = {
  upper: ['sharp.upper()', 'sharp.upper().upper()'],
  toUpperCase: ['sharp.toUpperCase()'],
  lower: ['text.lower()', 'sharp.upper().lower()'],
  toLowerCase: ['text.toLowerCase()'],
  trim: ['spaces.trim()', 'spaces.trim().trim()'],
  replace: [
    ...wanted.map((it) => `text.replace(${it}, 'x')`),
    "text.replace('a', 'bb')",
    'text.replace(wanted, text)',
  ],
  split: wanted.map((it) => `text.split(${it})`),
  slice: ['text.slice(1, -1)', 'list.slice(1, -1)', 'text.slice(1).upper()', 'list[text.slice(1)]'],
  includes: [
    ...wanted.map((it) => `text.includes(${it})`),
    'alike.includes(same)',
    'texts.includes(text)',
    'thousand.map(half).includes(halfOther)',
  ],
  startsWith: ['text.startsWith(other)', 'text.startsWith(objects)'],
  endsWith: ['text.endsWith(other)', 'text.endsWith(text)'],
  length: ['text.length()', 'list.length()', 'object.length()', 'objects.length()'],
  number: ['digits.number()', 'spaces.number()', 'few.number()'],
  text: ['text.text()', 'objects.text()', 'object.text()', 'few.text()'],
  first: ['list.first()'],
  last: ['list.last()'],
  join: ['list.join(text)', 'texts.join()', 'objects.join()', "list.join('')", 'thousand.map(half).join()'],
  keys: ['object.keys()', 'list.keys()', 'objects.keys()'],
  json: [
    'quotes.json()',
    `quotes${'.json()'.repeat(20)}`,
    'objects.json()',
    'object.json()',
    'thousand.map(objects).json()',
  ],
  round: ['few.round(20)', 'few.round(text)'],
  format: [
    "few.format(20, 'de-DE')",
    'few.format(2, text)',
    "moment.format('YYYY dddd', 'Europe/Berlin')",
    'moment.format(text)',
    "moment.format('YYYY', text)",
    "thousand.map(item.format(item % 20, 'de-DE'))",
  ],
  addMinutes: ['moment.addMinutes(few)', 'text.addMinutes(1)', 'moment.addMinutes(digits)'],
  addHours: ['moment.addHours(1)'],
  addDays: ['moment.addDays(1)'],
  addMonths: ['moment.addMonths(1)', 'moment.addMonths(1000000000)'],
  date: ['moment.date()', 'spaces.date()', 'text.date()'],
  milliseconds: ['moment.milliseconds()'],
};

/** The sides that make an operator slow. Each operator is tried between all of them. */
const sides = [
  ['text', 'other'],
  ['half', 'halfOther'],
  ['digits', 'digits'],
  ['few', 'digits'],
  ['list', 'same'],
  ['object', 'objects'],
  ['objects', "''"],
] as const;
const operatorUses = operatorSigns.flatMap((sign) => sides.map(([one, other]) => `${one} ${sign} ${other}`));

/** What the language itself does. */
const languageUses = [
  'list.map(list.map(1))',
  'list.filter(list)',
  'list.map(text)',
  'list[text]',
  'object[text]',
  '!text',
  '-digits',
  '+few',
  'text ? text : other',
  '[list, list, list]',
];

const expressions = [...new Set([...Object.values(methodUses).flat(), ...operatorUses, ...languageUses])];

/** What conditions compare. Each operator is tried with all of them. */
const judged = [
  ['text', 'wanted'],
  ['text', 'other'],
  ['sharp', 'sharp'],
  ['objects', 'text'],
  ['object', 'half'],
  ['brackets', '1'],
  ['jsonList', 'text'],
  ['texts', 'half'],
  ['spaces', 'spaces'],
  ['digits', 'digits'],
] as const;

const value = (name: string): string => `{{${name}}}`;

/** Takes a step of the computation, as an expression or a condition does. */
type Work = (scope: Scope, limits: ComputationLimits) => unknown;

const computing = (expression: string): Work => {
  const compute = compileOperand(value(expression));
  return (scope, limits) => compute(new Computation(scope, limits));
};

const judging =
  (operator: ConditionOperator, [one, other]: readonly [string, string]): Work =>
  (scope, limits) => {
    const condition = { firstValue: value(one), operator, secondValue: value(other) };
    // None of them or all of them hold, so all are judged either way.
    const all = Array.from({ length: 10 }, () => condition);
    compileChoice([[all], all.map((each) => [each])])(scope, limits);
  };

const works = new Map<string, Work>([
  ...expressions.map((each): [string, Work] => [each, computing(each)]),
  ...conditionOperators.flatMap((operator) =>
    judged.map((pair): [string, Work] => [`${pair[0]} ${operator} ${pair[1]}`, judging(operator, pair)]),
  ),
]);

/** Returns the steps that an expression takes, or undefined when it may not take as many. */
const stepsOf = (expression: string, scope: Scope): number | undefined => {
  const computation = new Computation(scope, computationLimits);
  try {
    compileOperand(value(expression))(computation);
  } catch (error) {
    if (error instanceof LimitReached) return undefined;
    if (!(error instanceof ExpressionError)) throw error;
  }
  return computationLimits.steps - computation.left;
};

interface Bound {
  /** In references, which are about a millisecond of CPU each. */
  cost: number;
  limits: ComputationLimits;
  scope: Scope;
}

const expectCosts = async ({ cost, limits, scope }: Bound, all: Iterable<[string, Work]>): Promise<void> => {
  for (const [name, work] of all)
    await expect(() => {
      try {
        work(scope, limits);
      } catch (error) {
        if (!(error instanceof ExpressionError)) throw error;
      }
    }, name).toCostAtMost(cost);
};

describe('the cost of what flows compute', () => {
  const [small, large] = [hostile(20_000), hostile(400_000)];

  it('is measured for every method that there is', () => {
    expect(Object.keys(methodUses).sort()).toEqual([...methodNames].sort());
  });

  it('is about 100 ms at most with the largest input', async () => {
    await expectCosts({ cost: 100, limits: computationLimits, scope: large }, works);
  });

  it('is about 100 ms at most when it is repeated until nothing is left', async () => {
    const repeated = expressions.map((each): [string, Work] => [each, computing(`many.map(${each})`)]);
    await expectCosts({ cost: 100, limits: computationLimits, scope: small }, repeated);
  });

  it('is a few milliseconds beside other work, also of what goes on in a thread afterwards', async () => {
    const repeated = expressions.map((each): [string, Work] => [each, computing(`thousand.map(${each})`)]);
    await expectCosts({ cost: 8, limits: quickLimits, scope: large }, [...works, ...repeated]);
  });

  it('grows as the input does', () => {
    const [half, whole] = [hostile(8000), hostile(16_000)];
    const grown = expressions.flatMap((each) => {
      const [before = 0, after = 0] = [half, whole].map((scope) => stepsOf(each, scope));
      return after <= 2.5 * before + 10 ? [] : [`${each}: ${before} → ${after}`];
    });
    expect(grown).toEqual([]);
  });
});
