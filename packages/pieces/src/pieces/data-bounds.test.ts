import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { describe, expect, it } from 'vitest';
import { failureOf, runAction } from '../../tests/run-action.ts';

describe('the text piece at its bounds', () => {
  const change = (text: string, way: string) => runAction('text.change_text', { text, change: way });

  it('changes letters and nothing else', async () => {
    expect(await change('aB ß', 'LOWER')).toBe('ab ß');
    expect(await change('aB', 'UPPER')).toBe('AB');
    expect(await change('ann MARIE (smith)', 'TITLE')).toBe('Ann Marie (Smith)');
    expect(await change('éa bc', 'SENTENCE')).toBe('Éa bc');
    expect(await change('', 'SENTENCE')).toBe('');
    expect(await change('--a  b--', 'SLUG')).toBe('a-b');
  });

  it('replaces up to the longest text, all or the first', async () => {
    const replace = (text: string, by: string, more = {}) =>
      runAction('text.replace_text', { text, find: 'a', by, ...more });
    expect(await replace('a'.repeat(10), 'x'.repeat(100_000))).toHaveLength(1_000_000);
    expect(await failureOf(() => replace('a'.repeat(10), 'x'.repeat(100_000).replace(/^x/, 'xx')))).toContain(
      'pieces.',
    );
    expect(await failureOf(() => replace(`${'a'.repeat(10)}b`, 'x'.repeat(100_000)))).toContain(
      'pieces.too_large',
    );
    expect(await replace('abca', '', { firstOnly: true })).toBe('bca');
    expect(await replace('bcab', 'aa', { firstOnly: true })).toBe('bcaab');
  });

  it('shortens to the length, with as much of the end as there is room for', async () => {
    const shorten = (text: string, length: number, end: string) =>
      runAction('text.shorten_text', { text, length, end });
    expect(await shorten('abcdef', 3, '')).toBe('abc');
    expect(await shorten('abcdef', 2, '...')).toBe('..');
    expect(await shorten('abcdef', 6, '...')).toBe('abcdef');
    expect(await shorten('abcdef', 5, '...')).toBe('ab...');
  });

  it('encodes in each way, and decodes with spaces between', async () => {
    const encode = (encoding: string) => runAction('text.encode_text', { text: '?~ü', encoding });
    expect(await Promise.all(['BASE64', 'BASE64URL', 'HEX', 'URL'].map(encode))).toEqual([
      ...['P37DvA==', 'P37DvA', '3f7ec3bc', '%3F~%C3%BC'],
    ]);
    const decode = (text: string, encoding: string) => runAction('text.decode_text', { text, encoding });
    expect(await decode(' 3F 7e\n', 'HEX')).toBe('?~');
    expect(await decode('P37D vA==', 'BASE64')).toBe('?~ü');
    for (const [text, encoding] of [
      ['3f7', 'HEX'],
      ['P3!', 'BASE64'],
      ['P===', 'BASE64'],
    ] as const)
      expect(await failureOf(() => decode(text, encoding)), text).toContain('choose another encoding');
    expect(await runAction('text.hash_text', { text: 'test', algorithm: 'sha512' })).toMatch(
      /^ee26b0dd4af7e749/,
    );
  });
});

describe('the math piece at its bounds', () => {
  it('adds what is written with an exponent, and keeps fifteen digits', async () => {
    const add = (first: number, second: number) =>
      runAction('math.calculate', { first, operation: 'ADD', second });
    expect(await add(1e-7, 1)).toBe(1.0000001);
    expect(await add(0.25, 0.5)).toBe(0.75);
    expect(await add(1, 0.123456789012345)).toBe(1.12345678901234 + 1e-14);
    expect(await runAction('math.calculate', { first: 1, operation: 'SUBTRACT', second: 3 })).toBe(-2);
    expect(await runAction('math.calculate', { first: 0, operation: 'DIVIDE', second: 3 })).toBe(0);
  });

  it('takes the one entry of a list, and no empty text', async () => {
    const summarize = (numbers: JsonValue, summary: string) =>
      runAction('math.summarize_numbers', { numbers, summary });
    for (const summary of ['SUM', 'AVERAGE', 'MEDIAN', 'MINIMUM', 'MAXIMUM'])
      expect(await summarize([4], summary), summary).toBe(4);
    expect(await summarize([10, 9, 1], 'MEDIAN')).toBe(9);
    expect(await summarize([1, 2], 'MEDIAN')).toBe(1.5);
    for (const numbers of [[' '], [null], [true]])
      expect(await failureOf(() => summarize(numbers, 'SUM'))).toContain('in the list is not a number');
  });

  it('rounds down and up by the digits that are asked for', async () => {
    const round = (number: number, digits: number, way: string) =>
      runAction('math.round_number', { number, digits, way });
    expect(
      await Promise.all([round(1.29, 1, 'DOWN'), round(-1.21, 1, 'UP'), round(1.25, 1, 'NEAREST')]),
    ).toEqual([...[1.2, -1.2, 1.3]]);
    expect(await runAction('math.round_number', { number: 2.5 })).toBe(3);
    expect(await failureOf(() => round(1, 13, 'UP'))).toContain('must be at most 12');
    expect(await failureOf(() => round(1, -1, 'UP'))).toContain('must be at least 0');
  });

  it('writes as many places as a language does when none are asked for', async () => {
    const write = (more: object) =>
      runAction('math.format_number', { number: 1234.5678, locale: 'en-US', ...more });
    expect(await write({})).toBe('1,234.568');
    expect(await write({ digits: 0 })).toBe('1,235');
    expect(await write({ currency: 'usd' })).toBe('$1,234.57');
  });

  it('draws between the smallest and the largest, both included', async () => {
    const draw = (low: number, high: number, whole: boolean) =>
      runAction('math.random_number', { low, high, whole });
    expect(await draw(2, 2, true)).toBe(2);
    expect(await draw(2, 2, false)).toBe(2);
    const drawn = (await Promise.all(Array.from({ length: 50 }, () => draw(1, 2, false)))) as number[];
    expect(drawn.every((number) => number >= 1 && number <= 2)).toBe(true);
    expect(drawn.some((number) => !Number.isInteger(number))).toBe(true);
    expect(await failureOf(() => draw(3, 2, false))).toContain('There is no such number');
  });
});

describe('the data mapper at its bounds', () => {
  it('sorts numbers before texts and empty values last, and keeps the order of equal ones', async () => {
    const sort = (list: JsonValue, more = {}) => runAction('data-mapper.sort_list', { list, ...more });
    expect(await sort(['b', 10, '', 9, null, 'a'])).toEqual([9, 10, 'a', 'b', '', null]);
    expect(await sort(['b', 10, '', 9, null, 'a'], { descending: true })).toEqual([
      'b',
      'a',
      10,
      9,
      '',
      null,
    ]);
    expect(
      await sort(
        [
          { k: 1, n: 1 },
          { k: 1, n: 2 },
          { k: 0, n: 3 },
        ],
        { path: 'k' },
      ),
    ).toMatchObject([...[{ n: 3 }, { n: 1 }, { n: 2 }]]);
  });

  it('leaves entries that are no objects, and names that are empty', async () => {
    expect(
      await runAction('data-mapper.keep_fields', { value: [{ a: 1, b: 2 }, 'text'], names: ['a'] }),
    ).toEqual([{ a: 1 }, 'text']);
    expect(await runAction('data-mapper.rename_fields', { value: [{ a: 1 }], names: { a: '' } })).toEqual([
      { a: 1 },
    ]);
    expect(
      await runAction('data-mapper.group_list', {
        list: [{ a: { x: 1, y: 2 } }, { a: { y: 2, x: 1 } }, {}],
        path: 'a',
      }),
    ).toMatchObject([
      ...[
        { key: { x: 1, y: 2 }, count: 2 },
        { key: null, count: 1 },
      ],
    ]);
    expect(
      await runAction('data-mapper.remove_duplicates', {
        list: [
          { a: 1, b: 1 },
          { a: 1, b: 2 },
        ],
        path: 'a',
      }),
    ).toEqual([{ a: 1, b: 1 }]);
  });
});
