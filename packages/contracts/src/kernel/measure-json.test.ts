import { describe, expect, it } from 'vitest';
import { isQuickToParse, measureJson } from './measure-json.ts';

const noLimit = { values: 1e9, depth: 1e9 };

describe('measuring JSON without parsing it', () => {
  it.each([
    ['1', 1, 0],
    ['""', 1, 0],
    ['[]', 2, 1],
    ['{}', 2, 1],
    ['[1,2,3]', 4, 1],
    ['{"a":1,"b":2}', 3, 1],
    ['[[1],[2]]', 5, 2],
    ['[[[]],[]]', 6, 3],
    ['[[1],[[2]]]', 6, 3],
    ['{"a":{"b":{"c":[1]}}}', 5, 4],
  ])('counts the values and the levels of %s', (json, values, depth) => {
    expect(measureJson(json, noLimit)).toMatchObject({ values, depth });
  });

  it.each([
    ['brackets and commas in a text', '["[{,]}",1]', 3, 1],
    ['a quotation mark that is escaped', String.raw`["a\",[[[",1]`, 3, 1],
    ['a text without letters', '["",[1]]', 4, 2],
    ['a text that is one quotation mark', String.raw`["\"",[1]]`, 4, 2],
    ['a text that ends with an escaped backslash', String.raw`["a\\",[1]]`, 4, 2],
    ['three backslashes before a quotation mark', String.raw`["\\\",[",1]`, 3, 1],
    ['two texts beside each other', '["a,b","c,d"]', 3, 1],
    ['letters beyond ASCII', '["ä",ä,ÿ,\u{2028},"日本"]', 6, 1],
    ['a text that is not closed', '[1,"[[[,,,', 3, 1],
    ['nothing', '', 1, 0],
  ])('passes over %s', (_what, json, values, depth) => {
    expect(measureJson(json, noLimit)).toMatchObject({ values, depth });
  });

  it('stops at the first value above the limit, and not at the limit', () => {
    expect(measureJson('[1,2,[[]]]', { values: 4, depth: 9 })).toMatchObject({ values: 5, depth: 2 });
    expect(measureJson('[1,2]', { values: 3, depth: 9 })).toMatchObject({ values: 3, depth: 1 });
    expect(measureJson(`[${'1,'.repeat(1000)}1]`, { values: 10, depth: 9 }).values).toBe(11);
  });

  it('stops at the first level above the limit, and not at the limit', () => {
    expect(measureJson('['.repeat(1000), { values: 1e9, depth: 10 })).toMatchObject({
      values: 12,
      depth: 11,
    });
    expect(measureJson('[[1],1]', { values: 1e9, depth: 2 })).toMatchObject({ values: 4, depth: 2 });
  });

  it('counts keys of all objects, and stops at the first one above the limit', () => {
    expect(measureJson('{"a":{"b:":[{"c":":"}]}}', noLimit)).toEqual({ values: 5, keys: 3, depth: 4 });
    expect(measureJson('{"a":1,"b":2,"c":3}', { ...noLimit, keys: 1 })).toEqual({
      values: 3,
      keys: 2,
      depth: 1,
    });
    expect(measureJson('{"a":1,"b":2}', { ...noLimit, keys: 2 })).toEqual({ values: 3, keys: 2, depth: 1 });
  });
});

describe('what is quick to parse', () => {
  const long = `"${'x'.repeat(20_000)}"`;

  it.each([
    ['a long text', long, true],
    ['10,000 values beside a long text', `[${long}${',1'.repeat(9998)}]`, true],
    ['10,001 values beside a long text', `[${long}${',1'.repeat(9999)}]`, false],
    ['10,001 empty keys', `{"a":${long}${',"":1'.repeat(10_000)}}`, false],
    ['a hundred levels around a long text', `${'['.repeat(100)}${long}${']'.repeat(100)}`, true],
    ['a hundred and one levels', `${'['.repeat(101)}${long}${']'.repeat(101)}`, false],
    ['whatever has less than 16 KB', '['.repeat(16_384), true],
    ['more than 16 KB of levels', '['.repeat(16_385), false],
    ['more than four million characters', `"${'x'.repeat(4_000_000)}"`, false],
  ])('%s: %#', (_what, json, isQuick) => {
    expect(isQuickToParse(json)).toBe(isQuick);
  });

  it('allows more where the caller says so', () => {
    const vectors = `[${'0.5,'.repeat(20_000)}1]`;
    expect(isQuickToParse(vectors)).toBe(false);
    expect(isQuickToParse(vectors, { characters: 1e6, values: 30_000, keys: 0, depth: 1 })).toBe(true);
  });
});
