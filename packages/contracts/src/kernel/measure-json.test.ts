import { describe, expect, it } from 'vitest';
import { measureJson } from './measure-json.ts';

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
    expect(measureJson(json, noLimit)).toEqual({ values, depth });
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
    expect(measureJson(json, noLimit)).toEqual({ values, depth });
  });

  it('stops at the first value above the limit, and not at the limit', () => {
    expect(measureJson('[1,2,[[]]]', { values: 4, depth: 9 })).toEqual({ values: 5, depth: 2 });
    expect(measureJson('[1,2]', { values: 3, depth: 9 })).toEqual({ values: 3, depth: 1 });
    expect(measureJson(`[${'1,'.repeat(1000)}1]`, { values: 10, depth: 9 }).values).toBe(11);
  });

  it('stops at the first level above the limit, and not at the limit', () => {
    expect(measureJson('['.repeat(1000), { values: 1e9, depth: 10 })).toEqual({ values: 12, depth: 11 });
    expect(measureJson('[[1],1]', { values: 1e9, depth: 2 })).toEqual({ values: 4, depth: 2 });
  });
});
