import { describe, expect, it } from 'vitest';
import { calculate, compareNumbers, ExactNumber, readNumber } from './exact-number.ts';
import { JsonReading } from './json-reading.ts';
import { JsonProblem, lineAt, parseJson, readJson } from './parse-json.ts';
import { readTyped } from './typed-number.ts';

/** Reads with the reading of this package also where the parser of the runtime would do. */
const slowly = (text: string): unknown => {
  const reading = new JsonReading(text);
  while (!reading.advance(1));
  return reading.value;
};

/** The value in a list; undefined for a text that is refused. */
const outcomeOf = (read: (text: string) => unknown, text: string): [unknown] | undefined => {
  try {
    return [read(text)];
  } catch {
    return undefined;
  }
};

describe('JSON of others', () => {
  it.each([
    '7615917337495251231',
    '-9007199254740993',
    '1432.05315714214315',
    '12345678.12345678901',
    '0.1234567890123456789',
    '1234567890123456789012345678901234567890',
    '1.00000000000000000001',
    '123456789012345678e3',
  ])('keeps the digits of %s, in JSON and in texts', (digits) => {
    const value = readJson(`{"a":[${digits}]}`) as { a: ExactNumber[] };
    expect(value.a[0]).toBeInstanceOf(ExactNumber);
    expect(JSON.stringify(value)).toBe(`{"a":[${digits}]}`);
    expect(String(value.a[0])).toBe(digits);
  });

  it.each([
    ['0', 0],
    ['-0', -0],
    ['1.10', 1.1],
    ['9007199254740991', 9007199254740991],
    ['1000000000000000000', 1e18],
    ['1e5', 100_000],
    ['1.5E+3', 1500],
    ['1e300', 1e300],
    ['0.30000000000000004', 0.30000000000000004],
    ['0.0000000000000000000', 0],
    ['1432.0531571421432', 1432.0531571421432],
  ])('reads %s as a number', (text, number) => {
    expect(readJson(text)).toBe(number);
    expect(slowly(text)).toBe(number);
  });

  it.each(['1e400', '-1e400', '1e-400', '1'.repeat(1001)])(
    'refuses the number %s, which would become another one',
    (text) => {
      expect(() => readJson(`[${text}]`)).toThrow('A number is too large or has too many digits.');
      expect(parseJson(`[${text}]`)).toBeUndefined();
    },
  );

  it('reads what the parser of the runtime reads, and refuses what that refuses', () => {
    const parts = [
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"\\u00e4\\n"',
      '"\\x"',
      '"\t"',
      '1',
      '-',
      '01',
      '1.',
      '.5',
      '1e',
      '1e+2',
      'true',
      'nul',
      'null',
      ' ',
      '\n',
      '"',
      '\\',
      '"__proto__"',
      '\u00a0',
    ];
    let seed = 7;
    const next = (most: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return Math.floor((seed / 2147483648) * most);
    };
    const random = (depth: number): string => {
      const kind = next(depth > 3 ? 4 : 6);
      if (kind < 4) return ['1', '"a\\"b"', 'null', '-2.5e3'][kind] ?? '';
      const inner = Array.from({ length: next(4) }, () => random(depth + 1));
      return kind === 4
        ? `[${inner.join(', ')}]`
        : `{${inner.map((it, at) => `"k${at}" : ${it}`).join(',')}}`;
    };
    let valid = 0;
    for (let round = 0; round < 20_000; round++) {
      let text = random(0);
      for (let times = next(3); times > 0; times--) {
        const at = next(text.length + 1);
        text = text.slice(0, at) + (parts[next(parts.length)] ?? '') + text.slice(at + next(2));
      }
      const [expected, found] = [outcomeOf(JSON.parse, text), outcomeOf(slowly, text)];
      expect(found, text).toStrictEqual(expected);
      if (expected !== undefined) valid += 1;
    }
    expect(valid).toBeGreaterThan(3000);
  });

  it('keeps the name __proto__ as data that changes nothing', () => {
    const value = slowly('{"__proto__":{"isAdmin":true},"constructor":1}') as object;
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor']);
    expect(Reflect.get({}, 'isAdmin')).toBeUndefined();
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it.each([
    ['{"a": 1,}', 8, 'A name in quotation marks is missing.'],
    ['{"a" 1}', 5, 'A colon is missing.'],
    ['{"a":1 2}', 7, 'A comma or “}” is missing.'],
    ['[1 2]', 3, 'A comma or “]” is missing.'],
    ['{"a":tru}', 5, 'A value is missing.'],
    ['{"a":"b', 5, 'A quotation mark is not closed.'],
    ['["\\"]', 1, 'A quotation mark is not closed.'],
    ['', 0, 'The text ends too early.'],
    ['[1,', 3, 'The text ends too early.'],
    ['{} {}', 3, 'Something follows the value.'],
    ['{"a":"\n"}', 5, 'A text has a character that must be escaped, or a wrong escape.'],
  ])('says where %j breaks off', (text, at, message) => {
    let problem: unknown;
    try {
      readJson(text);
    } catch (error) {
      problem = error;
    }
    expect(problem).toBeInstanceOf(JsonProblem);
    expect(problem).toMatchObject({ at, message });
  });

  it('names a position by line and column', () => {
    expect(lineAt('ab\ncd', 4)).toEqual({ line: 2, column: 2 });
    expect(lineAt('ab', 0)).toEqual({ line: 1, column: 1 });
  });
});

describe('numbers with more digits than a double holds', () => {
  const exact = (text: string) => readNumber(text) ?? Number.NaN;

  it.each([
    ['+', '7615917337495251231', '1', '7615917337495251232'],
    ['-', '7615917337495251231', '7615917337495251230', '1'],
    ['*', '7615917337495251231', '10', '76159173374952512310'],
    ['%', '7615917337495251231', '10', '1'],
    ['+', '1432.05315714214315', '0.1', '1432.15315714214315'],
    ['-', '1432.05315714214315', '2000.5', '-568.44684285785685'],
  ] as const)('%s: %s and %s make %s', (sign, one, other, result) => {
    expect(String(calculate(sign, exact(one), exact(other)))).toBe(result);
  });

  it('are compared by all their digits', () => {
    expect(compareNumbers(exact('7615917337495251231'), exact('7615917337495251230'))).toBe(1);
    expect(compareNumbers(exact('7615917337495251231'), exact('7615917337495251231.000'))).toBe(0);
    expect(compareNumbers(exact('9007199254740993'), 9007199254740992)).toBe(1);
    expect(compareNumbers(exact('-9007199254740993'), 1)).toBe(-1);
  });

  it('calculate as doubles with doubles', () => {
    expect(calculate('+', 0.1, 0.2)).toBe(0.1 + 0.2);
    expect(calculate('/', exact('9007199254740993'), 2)).toBe(4503599627370496);
  });
});

it.each([
  ['9007199254740993', '9007199254740993'],
  [' -0.1234567890123456789 ', '-0.1234567890123456789'],
  ['+05', '5'],
  ['.5', '0.5'],
  ['4.', '4'],
  ['1e3', '1000'],
  ['00', '0'],
])('reads the typed number “%s” with all its digits', (text, digits) => {
  expect(String(readTyped(text))).toBe(digits);
});

it.each(['', '-', '.', 'e5', '1,5', '0x10', 'Infinity', '1e999', '1 2'])(
  'reads no number in “%s”',
  (text) => {
    expect(readTyped(text)).toBeUndefined();
  },
);
