import type { FieldValues } from '@atelier/contracts/fields/fields';
import { readNumber } from '@atelier/contracts/kernel/exact-number';
import { describe, expect, it } from 'vitest';
import { failureOf, runAction } from '../../../tests/run-action.ts';

const calculate = (first: number | string, operation: string, second: number) =>
  runAction('math.calculate', { first, operation, second });
const summarize = (numbers: FieldValues[string], summary: string) =>
  runAction('math.summarize_numbers', { numbers, summary });
const round = (number: number, digits: number, way = 'NEAREST') =>
  runAction('math.round_number', { number, digits, way });

describe('the math piece', () => {
  it('computes as people do, without errors of binary fractions', async () => {
    expect(await calculate(0.1, 'ADD', 0.2)).toBe(0.3);
    expect(await calculate('10', 'SUBTRACT', 9.9)).toBe(0.1);
    expect(await calculate(1.1, 'MULTIPLY', 3)).toBe(3.3);
    expect(await calculate(7, 'DIVIDE', 2)).toBe(3.5);
    expect(await calculate(7, 'REMAINDER', 4)).toBe(3);
    expect(await calculate(2, 'POWER', 10)).toBe(1024);
  });

  it('refuses what has no result, and says what to change', async () => {
    expect(await failureOf(() => calculate(1, 'DIVIDE', 0))).toContain('Nothing can be divided by 0.');
    expect(await failureOf(() => calculate(1, 'REMAINDER', 0))).toContain('Nothing can be divided by 0.');
    expect(await failureOf(() => calculate(-1, 'POWER', 0.5))).toContain('no such power');
    expect(await failureOf(() => calculate(10, 'POWER', 1000))).toContain('too large');
    expect(await failureOf(() => calculate('ten', 'ADD', 1))).toContain('“First number” must be a number.');
  });

  it('keeps all digits of numbers that a double cannot hold', async () => {
    const [one, next] = [readNumber('9007199254740993') ?? 0, readNumber('9007199254740995') ?? 0];
    const text = async (action: string, input: FieldValues) =>
      JSON.stringify(await runAction(`math.${action}`, input));
    const summary = (way: string) => text('summarize_numbers', { numbers: [next, one], summary: way });
    expect([await summary('SUM'), await summary('MINIMUM'), await summary('MAXIMUM')]).toEqual([
      ...['18014398509481988', '9007199254740993', '9007199254740995'],
    ]);
    expect(await text('calculate', { first: one, operation: 'ADD', second: 2 })).toBe('9007199254740995');
    const long = readNumber('9007199254740993.256') ?? 0;
    expect(await text('round_number', { number: long, digits: 2, way: 'NEAREST' })).toBe(
      '9007199254740993.26',
    );
  });

  it('keeps all digits of integers', async () => {
    expect(await calculate(9_007_199_254_740_990, 'ADD', 1)).toBe(9_007_199_254_740_991);
    const long = readNumber('9007199254740995') ?? 0;
    expect(JSON.stringify(await summarize([long, 9_007_199_254_740_992, 2], 'SUM'))).toBe(
      '18014398509481989',
    );
  });

  it('summarizes lists', async () => {
    expect(await summarize([0.1, '0.2', 0.3], 'SUM')).toBe(0.6);
    expect(await summarize([1, 2, 6], 'AVERAGE')).toBe(3);
    expect(await summarize([9, 1, 3, 5], 'MEDIAN')).toBe(4);
    expect(await summarize([9, 1, 3], 'MEDIAN')).toBe(3);
    expect(await summarize([2, -1], 'MINIMUM')).toBe(-1);
    expect(await summarize([2, -1], 'MAXIMUM')).toBe(2);
    expect(await summarize([], 'SUM')).toBe(0);
    expect(await failureOf(() => summarize([], 'AVERAGE'))).toContain('The list is empty');
    expect(await failureOf(() => summarize([1, 'two'], 'SUM'))).toContain(
      '“two” in the list is not a number.',
    );
    expect(await failureOf(() => summarize(Array<number>(50_001).fill(1), 'SUM'))).toContain(
      'pieces.too_large',
    );
  });

  it('rounds halves away from zero', async () => {
    expect(await round(1.005, 2)).toBe(1.01);
    expect(await round(-2.5, 0)).toBe(-3);
    expect(await round(1.001, 2, 'UP')).toBe(1.01);
    expect(await round(1.1, 1, 'UP')).toBe(1.1);
    expect(await round(-1.5, 0, 'DOWN')).toBe(-2);
  });

  it('writes numbers and amounts of money in a language', async () => {
    const write = (locale: string, currency = '') =>
      runAction('math.format_number', { number: 1234.5, locale, currency, digits: 2 });
    expect(await write('en-US')).toBe('1,234.50');
    expect(await write('de-DE', 'eur')).toBe('1.234,50\u00A0€');
    expect(await failureOf(() => write('nonsense-language-tag', ''))).toContain(
      'Language or currency is unknown.',
    );
    expect(await failureOf(() => write('en-US', '1'))).toContain('Language or currency is unknown.');
  });

  it('draws random numbers within the bounds', async () => {
    const drawn = await Promise.all(
      Array.from({ length: 200 }, () => runAction('math.random_number', { low: 1.5, high: 4 })),
    );
    expect(new Set(drawn)).toEqual(new Set([2, 3, 4]));
    expect(await failureOf(() => runAction('math.random_number', { low: 2.1, high: 2.9 }))).toContain(
      'There is no such number',
    );
  });
});
