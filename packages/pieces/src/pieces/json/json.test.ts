import { describe, expect, it } from 'vitest';
import { failureOf, runAction } from '../../../tests/run-action.ts';

const parse = (text: string) => runAction('json.parse_json', { text });

describe('the JSON piece', () => {
  it('reads JSON, also between backticks as models write it', async () => {
    expect(await parse('{"a":[1,null]}')).toEqual({ a: [1, null] });
    expect(await parse('```json\n{"a":1}\n```')).toEqual({ a: 1 });
    expect(await parse('5')).toBe(5);
  });

  it('says where JSON breaks off, and keeps every name as data', async () => {
    expect(await failureOf(() => parse('{"a":1,}'))).toMatch(
      /^pieces.invalid_input: The text is not JSON at line 1, column 8: A name in quotation marks is missing\. Please correct it/,
    );
    const named = await parse('{"__proto__":{"a":1},"constructor":"Ferrari"}');
    expect(JSON.stringify(named)).toBe('{"__proto__":{"a":1},"constructor":"Ferrari"}');
    expect(Reflect.get({}, 'a')).toBeUndefined();
    expect(await failureOf(() => parse('['.repeat(100_000)))).toContain('pieces.invalid_input');
    expect(await failureOf(() => parse(`${'['.repeat(30)}${']'.repeat(30)}`))).toContain('nested too deeply');
    expect(await failureOf(() => parse('x'.repeat(1_000_001)))).toContain('at most 1000000 characters');
  });

  it('writes JSON, and finds values by their own path only', async () => {
    expect(await runAction('json.write_json', { value: { a: 1 } })).toBe('{"a":1}');
    expect(await runAction('json.write_json', { value: { a: 1 }, pretty: true })).toBe('{\n  "a": 1\n}');
    const value = { orders: [{ price: 5 }] };
    const get = (path: string, more = {}) => runAction('json.get_value', { value, path, ...more });
    expect(await get('orders[0].price')).toBe(5);
    expect(await get('orders.length', { otherwise: 0 })).toBe(0);
    expect(await get('constructor.name')).toBe(null);
    expect(await failureOf(() => get('orders[1].price', { isRequired: true }))).toContain(
      'There is no value at “orders[1].price”.',
    );
  });
});
