import { describe, expect, it } from 'vitest';
import { checkSchema } from './check-schema.ts';
import { checkValue } from './check-value.ts';
import { knownPart } from './known-part.ts';

const order = {
  $id: 'https://example.com/order',
  type: 'object',
  'x-unit': 'EUR',
  unevaluatedProperties: false,
  properties: {
    total: { type: 'number', 'x-currency': 'EUR' },
    unknown: { type: 'string' },
    lines: { type: 'array', items: { $ref: '#/$defs/line' } },
  },
  required: ['total'],
  $defs: { line: { type: 'object', 'x-row': true, properties: { count: { type: 'integer' } } } },
};

describe('the part of a schema that is known', () => {
  it('leaves out other keywords at every depth, and checks the rest', () => {
    const part = knownPart(order) ?? {};
    expect(part).toHaveProperty('properties.total', { type: 'number' });
    expect(JSON.stringify(part)).not.toMatch(/x-|unevaluated|\$id/);
    expect(checkSchema(part)).toEqual([]);
    expect(checkValue({ schema: part, value: { total: 5, more: 1, lines: [{ count: 2 }] } })).toEqual([]);
    expect(checkValue({ schema: part, value: { total: 'five' } })).not.toEqual([]);
    expect(checkValue({ schema: part, value: { total: 5, lines: [{ count: 'two' }] } })).not.toEqual([]);
  });

  it('keeps properties that are called like a keyword that is not known', () => {
    const schema = { type: 'object', properties: { unevaluatedItems: { type: 'string' } } };
    expect(knownPart(schema)).toEqual(schema);
  });

  it.each([
    ['a negation', { not: { 'x-secret': true } }],
    ['a condition', { if: { properties: { a: { 'x-a': 1 } } }, else: { required: ['b'] } }],
    ['an exclusive choice', { oneOf: [{ 'x-a': 1 }, { type: 'string' }] }],
    ['a count', { contains: { 'x-a': 1 }, maxContains: 1 }],
    ['a reference by name', { $dynamicRef: '#node' }],
    ['another name inside', { properties: { a: { $id: 'https://example.com/a' } } }],
  ])('is not there where leaving something out would refuse what fits: %s', (_what, schema) => {
    expect(knownPart(schema)).toBeUndefined();
  });

  it('is a whole schema when all of its keywords are known', () => {
    const { $id: _id, 'x-unit': _unit, unevaluatedProperties: _other, ...known } = order;
    const schema = { ...known, properties: {}, $defs: {}, not: { required: ['x'] } };
    expect(knownPart(schema)).toEqual(schema);
  });
});
