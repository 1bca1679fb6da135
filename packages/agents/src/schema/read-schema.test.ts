import { describe, expect, it } from 'vitest';
import { checkSchema, checkValue, readSchema } from './index.ts';

const read = (schema: unknown) => {
  const reading = readSchema(schema);
  if ('problem' in reading) throw new Error(reading.problem);
  return reading;
};

describe('a schema of somebody else', () => {
  it('costs the property whose reference leads nowhere, and is used without it', () => {
    const { schema, broken } = read({
      type: 'object',
      properties: { a: { $ref: '#/$defs/Missing', description: 'An a' }, b: { type: 'integer' } },
    });
    expect(broken).toEqual(['“a”: it refers to “#/$defs/Missing”, which the schema does not have.']);
    expect(schema).toEqual({
      type: 'object',
      properties: { a: { description: 'An a' }, b: { type: 'integer' } },
    });
    expect(checkValue({ schema, value: { a: {}, b: 'x' } })).toEqual([
      'At "b": it must be integer, and it is string.',
    ]);
  });

  it('never throws when it was stored before it was read like this', () => {
    const schema = {
      properties: { a: { $ref: '#/$defs/Missing' }, b: { pattern: '(' }, c: null, d: { type: 'any' } },
    };
    expect(checkValue({ schema, value: { a: 1, b: 'x', c: 2, d: 3 } })).toEqual([]);
  });

  it('follows references to any place, by name, and to itself', () => {
    const schema = {
      $defs: {
        node: {
          $anchor: 'node',
          type: 'object',
          properties: { next: { $ref: '#node' }, at: { type: 'number' } },
        },
      },
      properties: { first: { $ref: '#node' }, same: { $ref: '#/properties/first' } },
    };
    expect(read(schema)).toEqual({ schema, broken: [], unchecked: [] });
    expect(checkValue({ schema, value: { same: { next: { next: { at: 'x' } } } } })).toEqual([
      'At "same/next/next/at": it must be number, and it is string.',
    ]);
  });

  it('ends where it refers to itself without end', () => {
    const schema = {
      $defs: { a: { $ref: '#/$defs/b' }, b: { allOf: [{ $ref: '#/$defs/a' }] } },
      $ref: '#/$defs/a',
    };
    expect(read(schema).broken).toEqual([]);
    expect(checkValue({ schema, value: 1 })).toEqual([]);
  });

  it('is read in its own draft', () => {
    const schema = {
      $schema: 'http://json-schema.org/draft-04/schema#',
      type: 'object',
      properties: { n: { type: 'integer', minimum: 0, exclusiveMinimum: true } },
    };
    expect(read(schema)).toMatchObject({ broken: [], unchecked: [] });
    expect(checkValue({ schema, value: { n: 1 } })).toEqual([]);
    expect(checkValue({ schema, value: { n: 0 } })).toEqual(['At "n": it must be more than 0.']);
  });

  it('says which patterns are not checked, and keeps those that mean something to others', () => {
    const { schema, broken, unchecked } = read({
      properties: {
        password: { type: 'string', pattern: String.raw`^(?=.*\d).{8,}$` },
        lines: { type: 'array', items: { properties: { sku: { pattern: '(' } } } },
      },
    });
    expect(unchecked).toEqual([
      '“password”: the pattern “^(?=.*\\d).{8,}$” is not checked: it looks at what comes before or after, which cannot be checked quickly.',
    ]);
    expect(broken).toEqual([
      '“lines[].sku”: the pattern “(” is not checked: it is written in a way that is not known here.',
    ]);
    expect(schema).toEqual({
      properties: {
        password: { type: 'string', pattern: String.raw`^(?=.*\d).{8,}$` },
        lines: { type: 'array', items: { properties: { sku: {} } } },
      },
    });
    expect(checkValue({ schema, value: { password: 'x' } })).toEqual([]);
  });

  it.each([
    [
      'required: true',
      { properties: { a: { type: 'string', required: true } } },
      '“a”: “required” has a value that it cannot have.',
    ],
    [
      'a type that does not exist',
      { properties: { a: { type: 'float' } } },
      '“a”: “type” has a value that it cannot have.',
    ],
    ['null for a property', { properties: { a: null } }, '“a”: this is no schema.'],
    [
      'a text for a number',
      { properties: { a: { minimum: '1' } } },
      '“a”: “minimum” has a value that it cannot have.',
    ],
    [
      'another document',
      { properties: { a: { $ref: 'http://x.example/s' } } },
      '“a”: it refers to another document, “http://x.example/s”. A “$ref” may only lead to another place in the same schema.',
    ],
  ])('costs the part with %s', (_what, schema, problem) => {
    expect(read(schema).broken).toEqual([problem]);
    expect(checkSchema(schema)).toEqual([problem]);
  });

  it.each([
    ['no object', [], 'must be a JSON object'],
    ['too much', { description: 'x'.repeat(70_000) }, 'longer than 64 KB'],
    ['too deep', JSON.parse(`${'{"not":'.repeat(200)}{}${'}'.repeat(200)}`) as unknown, 'nested too deeply'],
  ])('cannot be used as %s', (_what, schema, problem) => {
    expect(readSchema(schema)).toEqual({ problem: expect.stringContaining(problem) });
  });

  it('may be wrong in what it refuses, so that a part that is not checked refuses nothing', () => {
    const lost = { $ref: '#/$defs/Missing' };
    for (const schema of [
      { not: lost },
      { oneOf: [lost, { type: 'string' }] },
      { if: lost, else: { type: 'number' } },
      { contains: lost, maxContains: 0 },
      { patternProperties: { '(?=x)': {} }, additionalProperties: false },
      { ...lost, unevaluatedProperties: false },
    ])
      for (const value of ['text', ['x'], { x: 1 }]) expect(checkValue({ schema, value })).toEqual([]);
  });

  it('takes a fifth of a second or so at worst', async () => {
    const doubling = Object.fromEntries(
      Array.from({ length: 60 }, (_each, at) => [
        `a${at}`,
        { allOf: [{ $ref: `#/$defs/a${at + 1}` }, { $ref: `#/$defs/a${at + 1}` }] },
      ]),
    );
    const slow = [
      { schema: { $defs: doubling, $ref: '#/$defs/a0' }, value: 1 },
      {
        schema: { items: { pattern: '^(a?){300}b$' } },
        value: Array.from({ length: 5000 }, () => 'a'.repeat(500)),
      },
      {
        schema: { items: { enum: Array.from({ length: 5000 }, (_each, at) => `e${at}`) } },
        value: Array.from({ length: 50_000 }, () => 'x'),
      },
    ];
    for (const check of slow) await expect(() => checkValue(check)).toCostAtMost(2500);
  });
});
