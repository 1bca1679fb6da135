import { describe, expect, it } from 'vitest';
import { checkJson, mostPublicValues } from './read-body.ts';

const codeOf = (json: string): unknown => {
  try {
    checkJson(json);
    return undefined;
  } catch (error) {
    return Reflect.get(Object(error), 'code');
  }
};

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const list = (length: number) => JSON.stringify(Array.from({ length }, (_, at) => at));
const keys = (length: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length }, (_, at) => [`k${at}`, at])));

describe('JSON in a request', () => {
  it.each([
    ['a list of 9,000 numbers', list(9000)],
    ['an object of 9,000 keys', keys(9000)],
    ['a hundred lists in each other', nested(100)],
    ['a long text full of signs', JSON.stringify({ text: '[{,"\\'.repeat(20_000) })],
    ['a text that ends with backslashes', JSON.stringify(['\\\\'.repeat(5000), 1])],
  ])('passes as %s', (_name, json) => {
    expect(codeOf(json)).toBeUndefined();
  });

  it('is refused with fewer values at endpoints without sign-in', () => {
    expect(() => checkJson(keys(1400), mostPublicValues)).not.toThrow();
    expect(() => checkJson(keys(1600), mostPublicValues)).toThrow(
      expect.objectContaining({ code: 'request.too_complex' }),
    );
  });

  it.each([
    ['a list of 11,000 numbers', list(11_000)],
    ['an object of 11,000 keys', keys(11_000)],
    ['11,000 empty lists', `[${Array(11_000).fill('[]').join('')}]`],
    ['101 lists in each other', nested(101)],
    ['numbers behind a text with quotes', `["\\"\\\\",${list(11_000)}]`],
  ])('is refused as %s', (_name, json) => {
    expect(codeOf(json)).toBe('request.too_complex');
  });
});
