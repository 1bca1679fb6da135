import { describe, expect, it } from 'vitest';
import {
  asDigits,
  calculate,
  calculateStep,
  compareNumbers,
  ExactNumber,
  isNumber,
  readNumber,
  roundNumber,
  settled,
} from './exact-number.ts';

const long = '7615917337495251231';
const exact = (text: string) => readNumber(text) ?? Number.NaN;

describe('reading a number', () => {
  it.each([
    ['999999999999999', 999_999_999_999_999],
    ['9007199254740993', new ExactNumber('9007199254740993')],
    ['-0.5', -0.5],
    ['1e3', 1000],
    ['0e5', 0],
    ['0.0e-400', 0],
    ['1e-400', undefined],
    ['1e309', undefined],
    ['01', undefined],
    ['+1', undefined],
    ['1.', undefined],
    ['.5', undefined],
    ['', undefined],
    [`0.${'1'.repeat(998)}`, new ExactNumber(`0.${'1'.repeat(998)}`)],
    [`0.${'1'.repeat(999)}`, undefined],
  ])('makes of %s what holds all its digits', (text, number) => {
    expect(readNumber(text)).toStrictEqual(number);
  });

  it('knows a number of either kind', () => {
    expect([1, new ExactNumber(long), '1', null].map(isNumber)).toEqual([true, true, false, false]);
  });

  it('is written with its digits, and close to them where somebody calculates with it', () => {
    const number = new ExactNumber(long);
    expect([JSON.stringify([number]), String(number), Number(number)]).toEqual([
      `[${long}]`,
      long,
      7615917337495251000,
    ]);
    expect([asDigits(number), asDigits(1.5)]).toEqual([long, 1.5]);
  });
});

describe('calculating', () => {
  it.each([
    ['+', '9007199254740993', '-9007199254740993', '0'],
    ['+', '1.00000000000000000001', '1', '2.00000000000000000001'],
    ['-', '1', '9007199254740993', '-9007199254740992'],
    ['*', '12345678.12345678901', '0', '0'],
    ['*', '-12345678.12345678901', '10', '-123456781.2345678901'],
    ['%', '-9007199254740993', '10', '-3'],
    ['%', '9007199254740993.5', '2', '1.5'],
    ['%', '9007199254740993', '0', 'NaN'],
    ['/', '9007199254740993', '3', '3002399751580330.5'],
    ['+', '0.1', '0.2', '0.30000000000000004'],
    ['-', '3', '2', '1'],
    ['*', '3', '2', '6'],
    ['+', '18014398509481988', '1', '18014398509481989'],
    ['-', '-9007199254740992', '1', '-9007199254740993'],
    ['*', '3037000500', '3037000500', '9223372037000250000'],
    ['%', '7', '4', '3'],
    ['*', `1${'1'.repeat(600)}`.replace('1', '0.'), `0.${'1'.repeat(600)}`, '0.012345679012345678'],
  ] as const)('%s: %s and %s make %s', (sign, one, other, result) => {
    expect(String(calculate(sign, exact(one), exact(other)))).toBe(result);
  });

  it('loses no digit of any row of sums, differences, products and remainders of integers', () => {
    const signs = ['+', '-', '*', '%'] as const;
    const exactly = (sign: (typeof signs)[number], one: bigint, other: bigint) =>
      ({ '+': one + other, '-': one - other, '*': one * other, '%': other === 0n ? 0n : one % other })[sign];
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    const around = [1n, 10n, 2n ** 31n, 2n ** 53n, 2n ** 54n, 2n ** 60n, 10n ** 16n, 10n ** 21n];
    for (let row = 0; row < 2000; row += 1) {
      let expected = (around[random(around.length)] ?? 1n) + BigInt(random(9) - 4);
      let found = exact(String(expected));
      for (let step = 0; step < 4; step += 1) {
        const next = (around[random(around.length)] ?? 1n) * BigInt(random(3) - 1) + BigInt(random(9) + 1);
        const sign = signs[random(signs.length)] ?? '+';
        if (sign === '%' && next === 0n) continue;
        expected = exactly(sign, expected, next);
        found = calculate(sign, found, exact(String(next)));
      }
      const [, whole = '', fraction = '', zeros = '0'] =
        /^(-?\d+)(?:\.(\d+))?(?:e\+(\d+))?$/.exec(JSON.stringify(found)) ?? [];
      expect(BigInt(whole + fraction.padEnd(Number(zeros), '0')), String(expected)).toBe(expected);
    }
  });

  it('keeps the digits of fractions from step to step', () => {
    const tiny = '0.00000000000000000001';
    const one = calculateStep('-', exact(`1${tiny.slice(1)}`), exact(tiny));
    expect(String(one)).toBe('1');
    expect(String(calculate('+', one, exact(tiny)))).toBe(`1${tiny.slice(1)}`);
    expect(settled(one)).toBe(1);
  });

  it('stays with the double where one of both has no digits', () => {
    expect(calculate('+', new ExactNumber(long), Infinity)).toBe(Infinity);
    expect(calculate('*', Number.NaN, new ExactNumber(long))).toBeNaN();
  });

  it.each([
    ['1432.05315714214315', 3, '1432.053'],
    ['1432.05350000000001', 3, '1432.054'],
    ['-1432.05350000000001', 3, '-1432.054'],
    ['-0.00049999999999999999', 3, '0'],
    ['12345678901234567.5', 0, '12345678901234568'],
    ['-12345678901234567.5', 0, '-12345678901234568'],
    ['12345678901234567.25', 2, '12345678901234567.25'],
    [long, 2, long],
    ['1.5', 0, '2'],
  ])('rounds %s to %i places: %s', (text, places, rounded) => {
    expect(String(roundNumber(exact(text), places))).toBe(rounded);
  });

  it.each([
    ['9007199254740993', '9007199254740992', 1],
    ['9007199254740992', '9007199254740993', -1],
    ['90071992547409930e-1', '9007199254740993', 0],
    ['-9007199254740993.5', '-9007199254740993', -1],
    ['2', '5', -3],
  ])('compares %s with %s', (one, other, order) => {
    expect(compareNumbers(exact(one), exact(other))).toBe(order);
  });
});
