import { describe, expect, it } from 'vitest';
import { checkSchema } from './check-schema.ts';
import { checkValue } from './check-value.ts';
import { exampleSchema, hasFields } from './example-schema.ts';

const problem = (schema: object) => checkSchema({ ...schema })[0];

describe('a schema', () => {
  it('uses known keywords, at every place where a schema stands', () => {
    const unknown = 'The schema uses “typ”, which is not supported here.';
    expect(problem({ typ: 'string' })).toBe(unknown);
    for (const schema of [
      { items: { typ: 1 } },
      { additionalProperties: { typ: 1 } },
      { anyOf: [true, { typ: 1 }] },
      { prefixItems: [{ typ: 1 }] },
      { properties: { a: {}, b: { typ: 1 } } },
      { $defs: { a: { not: { typ: 1 } } } },
    ])
      expect(problem(schema), JSON.stringify(schema)).toBe(unknown);
    expect(
      problem({ properties: { typ: {} }, enum: [{ typ: 1 }], default: { typ: 1 }, anyOf: [true, false] }),
    ).toBeUndefined();
  });
});

describe('the problems of a value', () => {
  it('are twenty at most, and name what stands alone without a place', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [`p${at}`, { type: 'string' }]),
    );
    const value = Object.fromEntries(Object.keys(properties).map((name) => [name, 1]));
    expect(checkValue({ schema: { properties }, value })).toHaveLength(20);
    expect(checkValue({ schema: { type: 'string' }, value: 1 })[0]).not.toContain('At ""');
    expect(checkValue({ schema: { properties: { a: { type: 'string' } } }, value: { a: 1 } })).toEqual([
      expect.stringMatching(/^At "a": /),
    ]);
    expect(checkValue({ schema: { allOf: [false] }, value: 1 })).not.toEqual([]);
  });
});

describe('the schema of an example', () => {
  it('is made of fifty fields, four levels, and values of a hundred characters at most', () => {
    const fields = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, at]));
    expect([1, 50, 51].map((count) => hasFields(fields(count)))).toEqual([true, true, false]);
    expect(Object.keys((exampleSchema(fields(60)) as { properties: object }).properties)).toHaveLength(50);
    expect(exampleSchema('x'.repeat(98))).toHaveProperty('description');
    expect(exampleSchema('x'.repeat(99))).toEqual({ type: 'string' });
    const deep = { a: { a: { a: { a: { a: 1 } } } } };
    expect(JSON.stringify(exampleSchema(deep)).match(/"properties"/g)).toHaveLength(4);
    expect(JSON.stringify(exampleSchema([[[[[1]]]]])).match(/"items"/g)).toHaveLength(4);
    expect(exampleSchema([])).toEqual({ type: 'array' });
  });
});
