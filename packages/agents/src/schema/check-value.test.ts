import { describe, expect, it } from 'vitest';
import { checkValue, isQuickCheck } from './check-value.ts';

const schema = {
  type: 'object',
  properties: { city: { type: 'string' }, days: { type: 'integer', minimum: 1 } },
  required: ['city'],
  additionalProperties: false,
};

/** Written as JSON, because an object with this property would look like a promise. */
const condition = JSON.parse(
  '{"if":{"minimum":5},"then":{"multipleOf":2},"else":{"multipleOf":3}}',
) as object;

describe('a value', () => {
  it('that fits has no problems', () => {
    expect(checkValue({ schema, value: { city: 'Rome', days: 2 } })).toEqual([]);
  });

  it('that does not fit has a sentence for each problem, with its place', () => {
    const problems = checkValue({ schema, value: { days: 0, country: 'Italy' } });
    expect(problems.join('\n')).toMatch(/city/);
    expect(problems.join('\n')).toMatch(/At "days": /);
    expect(problems.length).toBeGreaterThanOrEqual(3);
  });

  it('is checked at once only when the schema has nothing that could take long', () => {
    const isQuick = (one: unknown, value: unknown) =>
      isQuickCheck({ schema: JSON.stringify(one), value: JSON.stringify(value) });
    expect(isQuick(schema, {})).toBe(true);
    expect(isQuick({ pattern: '^(a+)+$' }, '')).toBe(false);
    expect(isQuick(schema, { city: 'x'.repeat(20_000) })).toBe(false);
    expect(isQuick({ enum: Array.from({ length: 1500 }, () => 'x') }, 'x'.repeat(10_000))).toBe(false);
  });

  it.each<[object, unknown, string[]]>([
    [{ type: ['integer', 'null'] }, 1.5, ['It must be integer or null, and it is number.']],
    [{ type: 'object' }, [], ['It must be object, and it is array.']],
    [{ type: 'object' }, null, ['It must be object, and it is null.']],
    [{ const: { a: [1] } }, { a: [2] }, ['It must be {"a":[1]}.']],
    [{ const: 'x'.repeat(300) }, 'y', [`It must be "${'x'.repeat(198)}….`]],
    [
      { enum: Array.from({ length: 22 }, (_, at) => at) },
      'a',
      ['It must be one of [0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19].'],
    ],
    [{ minimum: 2 }, 2, []],
    [{ minimum: 2 }, 1.9, ['It must be at least 2.']],
    [{ maximum: 2 }, 2.1, ['It must be at most 2.']],
    [{ exclusiveMinimum: 2 }, 2, ['It must be more than 2.']],
    [{ exclusiveMaximum: 2 }, 2, ['It must be less than 2.']],
    [{ exclusiveMaximum: 2 }, 1.99, []],
    [
      { $schema: 'http://json-schema.org/draft-04/schema#', minimum: 2, exclusiveMinimum: true },
      2,
      ['It must be more than 2.'],
    ],
    [{ $schema: 'http://json-schema.org/draft-04/schema#', maximum: 2, exclusiveMaximum: false }, 2, []],
    [{ multipleOf: 0.01 }, 0.07, []],
    [{ multipleOf: 0.01 }, 0.075, ['It must be a multiple of 0.01.']],
    [{ multipleOf: 1e-7 }, 3e-7, []],
    [{ multipleOf: 300 }, 3e21, []],
    [{ multipleOf: 0 }, 7, []],
    [{ minLength: 2 }, '👍', ['It must have at least 2 characters.']],
    [{ minLength: 2, maxLength: 2 }, '👍a', []],
    [{ maxLength: 1 }, '\ud83da', ['It must have at most 1 characters.']],
    [{ maxLength: 2 }, 'a\ud83d', []],
    [{ pattern: '^a+$' }, 'ab', ['It must match the pattern "^a+$".']],
    [{ format: 'date' }, '2026-02-30', ['It is no date.']],
    [{ format: 'toString' }, 'x', []],
    [{ minItems: 1 }, [], ['It must have at least 1 items.']],
    [{ maxItems: 1 }, [1], []],
    [{ maxItems: 1 }, [1, 2], ['It must have at most 1 items.']],
    [
      { uniqueItems: true },
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      ['Its items must differ from each other.'],
    ],
    [{ uniqueItems: true }, [1, '1'], []],
    [{ items: { type: 'string' } }, ['a', 1], ['At "1": it must be string, and it is number.']],
    [{ prefixItems: [{ type: 'string' }], items: false }, ['a', 1], ['At "1": nothing is allowed here.']],
    [{ contains: { type: 'string' } }, [1], ['It has too few items of the form that it must contain.']],
    [{ contains: { type: 'string' }, minContains: 2 }, ['a', 'b'], []],
    [
      { contains: { type: 'string' }, maxContains: 1 },
      ['a', 'b'],
      ['It has too many items of the form that it must contain.'],
    ],
    [{ required: ['a', 'toString'] }, {}, ['“a” is missing.', '“toString” is missing.']],
    [{ minProperties: 1, maxProperties: 1 }, {}, ['It must have at least 1 properties.']],
    [{ maxProperties: 1 }, { a: 1, b: 2 }, ['It must have at most 1 properties.']],
    [{ propertyNames: { maxLength: 1 } }, { ab: 1 }, ['The name “ab” is not allowed.']],
    [
      { properties: { a: {} }, patternProperties: { '^x-': {} }, additionalProperties: false },
      { a: 1, 'x-b': 2, c: 3 },
      ['At "c": this property is not known.'],
    ],
    [
      { properties: { a: { properties: { b: { type: 'null' } } } } },
      { a: { b: 1 } },
      ['At "a/b": it must be null, and it is number.'],
    ],
    [{ dependentRequired: { a: ['b'] } }, { a: 1 }, ['“b” is missing, which “a” needs.']],
    [
      { anyOf: [{ type: 'string', minLength: 3 }, { minimum: 3 }] },
      2,
      ['It fits none of the forms that are allowed here.', 'It must be string, and it is number.'],
    ],
    [
      { oneOf: [{ type: 'number' }, { minimum: 1 }] },
      2,
      ['It fits 2 of the forms of which it may fit only one.'],
    ],
    [{ not: { type: 'number' } }, 2, ['It has a form that is not allowed here.']],
    [condition, 7, ['It must be a multiple of 2.']],
    [condition, 4, ['It must be a multiple of 3.']],
  ])('of the form %j refuses %j', (form, value, problems) => {
    expect(checkValue({ schema: form as typeof schema, value })).toEqual(problems);
  });

  it('has twenty problems at most', () => {
    const names = Array.from({ length: 60 }, (_, at) => `n${at}`);
    expect(checkValue({ schema: { required: names }, value: {} })).toEqual(
      names.slice(0, 20).map((name) => `“${name}” is missing.`),
    );
  });

  it('is checked at once up to a size', () => {
    const isQuick = (schemaLength: number, valueLength: number) =>
      isQuickCheck({ schema: 'x'.repeat(schemaLength), value: 'x'.repeat(valueLength) });
    expect([isQuick(8192, 488), isQuick(8192, 489), isQuick(8193, 1)]).toEqual([true, false, false]);
    expect([isQuick(200, 16_384), isQuick(200, 16_385)]).toEqual([true, false]);
  });
});
