import { describe, expect, it } from 'vitest';
import { adaptAnswerSchema, adaptSchema } from './adapt-schema.ts';

const withProperty = (schema: unknown) => ({ type: 'object', properties: { it: schema } });
const adapted = (schema: unknown, kind: Parameters<typeof adaptSchema>[1] = 'openai') => {
  const { properties } = adaptSchema(withProperty(schema), kind) as { properties: Record<string, unknown> };
  return properties['it'];
};

describe('the schema of a tool, as a provider takes it,', () => {
  it.each([
    ['a list without items', { type: 'array' }, { type: 'array', items: {} }],
    ['a list or nothing without items', { type: ['array', 'null'] }, { type: ['array', 'null'], items: {} }],
    [
      'a list of fixed places',
      { type: 'array', items: [{ type: 'string' }, { type: 'number' }] },
      { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] } },
    ],
    [
      'the bounds of draft 04',
      { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false },
      { type: 'number', exclusiveMinimum: 0, maximum: 9 },
    ],
    ['a bound that nothing belongs to', { type: 'number', exclusiveMinimum: true }, { type: 'number' }],
    ['keywords that are null', { type: 'string', strict: null, format: null }, { type: 'string' }],
    ['a default that is null', { type: 'string', default: null }, { type: 'string', default: null }],
    ['any value', true, {}],
  ])('says of %s what it may', (_what, given, wanted) => {
    expect(adapted(given)).toEqual(wanted);
  });

  it('leaves out properties that must be missing', () => {
    const properties = { never: { not: {} }, no: false, yes: { type: 'string' } };
    expect(adaptSchema({ type: 'object', properties }, 'openai-compatible')).toEqual({
      type: 'object',
      properties: { yes: { type: 'string' } },
    });
  });

  it('is that of an object without alternatives at the top', () => {
    const schema = {
      anyOf: [
        { properties: { id: { type: 'string' } }, required: ['id'] },
        { properties: { id: { type: 'string' }, name: { type: 'string' } }, required: ['id', 'name'] },
      ],
    };
    expect(adaptSchema(schema, 'anthropic')).toEqual({
      type: 'object',
      properties: { id: { type: 'string' }, name: { type: 'string' } },
      required: ['id'],
    });
    expect(adaptSchema({}, 'mistral')).toEqual({ type: 'object', properties: {} });
  });

  it('has the targets of all references under $defs, and none that lead nowhere', () => {
    const schema = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      definitions: { Node: { type: 'object', properties: { next: { $ref: '#/definitions/Node' } } } },
      properties: {
        first: { $ref: '#/definitions/Node' },
        same: { $ref: '#/properties/point' },
        point: { type: 'array', items: { type: 'number' } },
        lost: { $ref: '#/$defs/Missing', description: 'Anything.' },
        far: { $ref: 'https://example.com/schema' },
        default: { $ref: '#/definitions/Node' },
      },
    };
    expect(adaptSchema(schema, 'openai')).toEqual({
      type: 'object',
      properties: {
        first: { $ref: '#/$defs/Node' },
        same: { $ref: '#/$defs/point' },
        point: { type: 'array', items: { type: 'number' } },
        lost: { description: 'Anything.' },
        far: {},
        default: { $ref: '#/$defs/Node' },
      },
      $defs: {
        Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' } } },
        point: { type: 'array', items: { type: 'number' } },
      },
    });
  });

  it('has only what Gemini takes', () => {
    const schema = { type: 'string', pattern: '^a', minLength: 1, maxItems: 3, examples: ['a'], enum: ['a'] };
    expect(adapted(schema, 'google')).toEqual({ type: 'string', maxItems: 3, enum: ['a'] });
    expect(adapted(schema, 'openai')).toEqual(schema);
  });

  it('survives being its own part, and parts that are very deep', () => {
    expect(adaptSchema({ type: 'object', properties: { it: { $ref: '#' } } }, 'google')).toMatchObject({
      properties: { it: { $ref: '#/$defs/root' } },
      $defs: { root: { properties: { it: { $ref: '#/$defs/root' } } } },
    });
    let deep: unknown = { type: 'string' };
    for (let n = 0; n < 5000; n += 1) deep = { type: 'array', items: deep };
    expect(adapted(deep)).toMatchObject({ type: 'array', items: { type: 'array' } });
  });
});

describe('the schema of an answer, as a provider takes it,', () => {
  const choice = {
    anyOf: [{ type: 'object', properties: { a: { type: 'string' } } }, { $ref: '#/$defs/B' }],
  };
  const B = { type: 'object', properties: { b: { type: 'array' } } };

  it('is written as that of the arguments of a tool', () => {
    expect(adaptAnswerSchema({ ...choice, $defs: { B } }, 'anthropic')).toEqual({
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'array', items: {} } },
      $defs: { B: { type: 'object', properties: { b: { type: 'array', items: {} } } } },
    });
    expect(adaptAnswerSchema({}, 'openai')).toEqual({ type: 'object', properties: {} });
  });

  it.each([
    { type: 'array' },
    { type: ['string', 'null'] },
    { enum: ['yes', 'no'] },
    { const: 1 },
    { anyOf: [B, { type: 'string' }] },
    { $ref: '#/$defs/List', $defs: { List: { type: 'array' } } },
  ])('is left out for providers that take objects only where it is that of another value: %j', (schema) => {
    expect(adaptAnswerSchema(schema, 'openai')).toBeUndefined();
    expect(adaptAnswerSchema(schema, 'google')).toBeDefined();
  });

  it('of a list keeps being one', () => {
    expect(adaptAnswerSchema({ type: 'array' }, 'ollama')).toEqual({ type: 'array', items: {} });
  });
});
