import { describe, expect, it } from 'vitest';
import { checkSchema, checkValue, exampleSchema, hasFields } from './index.ts';

const example = {
  customer: { name: 'Ada', age: 36, isNew: true },
  lines: [{ sku: 'A-1', count: 2 }],
  tags: [],
  note: null,
  text: 'x'.repeat(500),
};

describe('the schema of an example', () => {
  it('names the types of fields, also inside objects and lists, and requires none', () => {
    const schema = exampleSchema(example);
    expect(checkSchema(schema)).toEqual([]);
    expect(schema).toMatchObject({
      type: 'object',
      properties: {
        customer: {
          type: 'object',
          properties: {
            name: { type: 'string', description: 'For example: "Ada"' },
            age: { type: 'number' },
            isNew: { type: 'boolean' },
          },
        },
        lines: { type: 'array', items: { type: 'object', properties: { count: { type: 'number' } } } },
        tags: { type: 'array' },
        note: {},
      },
    });
    expect(checkValue({ schema, value: example })).toEqual([]);
    expect(checkValue({ schema, value: {} })).toEqual([]);
    expect(checkValue({ schema, value: { customer: { age: 'old' } } })).not.toEqual([]);
  });

  it('leaves out long examples of values', () => {
    expect(JSON.stringify(exampleSchema(example))).not.toContain('xxx');
  });

  it('is made of fields only where there are some, and not too many', () => {
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`field${at}`, at]));
    expect([example, {}, null, 'text', ['a'], many].map(hasFields)).toEqual([
      ...[true, false, false, false, false, false],
    ]);
  });
});
