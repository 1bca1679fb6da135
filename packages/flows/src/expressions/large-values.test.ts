import { isLarge, type LargeValue, largesIn, withWhole } from '@atelier/contracts/fields/large-value';
import { describe, expect, it } from 'vitest';
import {
  compileDivided,
  compileValue,
  LimitReached,
  listReferences,
  partsRead,
  type Scope,
} from './index.ts';
import { largeRead } from './large.ts';

const large: LargeValue = {
  large: { id: `fil_${'0'.repeat(26)}`, name: 'body.json', type: 'application/json', size: 9, sha256: '' },
  keys: [],
  size: 9,
  head: '{"id":7',
};
const body = { id: 7, rows: [{ name: 'Ada' }, { name: 'Grace' }] };
const values = new Map<string, unknown>([['trigger', { method: 'POST', body: large }]]);
const opening: Scope = { get: (name) => values.get(name), open: () => body };

describe('a large value', () => {
  it('is known by its whole shape', () => {
    expect(isLarge(large)).toBe(true);
    expect(isLarge({ ...large, more: 1 })).toBe(false);
    expect(isLarge({ large: 1, keys: [], size: 1, head: '' })).toBe(false);
    expect(largesIn({ a: [{ b: large }, large.large], c: null })).toEqual([large]);
    expect(withWhole({ a: [{ ...large }], b: 1 }, () => body)).toEqual({ a: [body], b: 1 });
  });

  it('stays what it is where it is only looked up', () => {
    expect(compileValue('{{trigger.body}}')(values)).toEqual(large);
    expect(compileValue({ a: '{{trigger.body}}' })(values)).toEqual({ a: large });
  });

  it.each([
    ['{{trigger.body.id}}', 7],
    ['{{trigger.body.rows[1].name}}', 'Grace'],
    ['{{trigger.body.id + 1}}', 8],
    ['No. {{trigger.body.id}}', 'No. 7'],
    ['{{trigger["body"].id}}', 7],
    ['{{[trigger.body].map(each => each.id)}}', [7]],
    ['{{trigger.body.missing.at.all}}', null],
  ])('is read where something is made of it, and is beyond the limits elsewhere: %s', (text, result) => {
    expect(compileValue(text)(opening)).toEqual(result);
    expect(() => compileValue(text)(values)).toThrow(LimitReached);
  });

  it('is not followed when the parts are written that references read', () => {
    const references = listReferences(['{{trigger.body.rows[1].name}}', '{{trigger.method}}']);
    expect(partsRead(references, values)).toEqual({ trigger: { method: 'POST', body: large } });
    expect(largeRead(references, values)).toEqual([large]);
  });

  it('is completed with what was looked up elsewhere', () => {
    const { lookups, texts, complete } = compileDivided({
      a: '{{trigger.body.id}}',
      b: '{{trigger.method}}',
      c: '{{trigger.body.id + 1}}',
    });
    expect(texts).toEqual(['{{trigger.body.id + 1}}']);
    expect(lookups.map(({ text }) => text)).toEqual(['{{trigger.body.id}}', '{{trigger.method}}']);
    const found = new Map([['{{trigger.body.id}}', 7]]);
    expect(complete(values, { texts: [8], lookups: found })).toEqual({ a: 7, b: 'POST', c: 8 });
  });
});
