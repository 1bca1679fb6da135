import { describe, expect, it } from 'vitest';
import { checkValue, isQuickCheck } from './check-value.ts';

const schema = {
  type: 'object',
  properties: { city: { type: 'string' }, days: { type: 'integer', minimum: 1 } },
  required: ['city'],
  additionalProperties: false,
};

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
});
