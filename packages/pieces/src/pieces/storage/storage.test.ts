import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { describe, expect, it } from 'vitest';
import { callOf, failureOf, runAction } from '../../../tests/run-action.ts';

const memory = () => {
  const values = new Map<string, JsonValue>();
  const { platform } = callOf({});
  return {
    values,
    platform: Object.assign(Object.create(platform) as typeof platform, {
      storage: {
        get: (scope: string, key: string) => Promise.resolve(values.get(`${scope} ${key}`) ?? null),
        put: (scope: string, key: string, value: JsonValue) => {
          values.set(`${scope} ${key}`, value);
          return Promise.resolve();
        },
        delete: (scope: string, key: string) => Promise.resolve(values.delete(`${scope} ${key}`)),
      },
    }),
  };
};

describe('the storage piece', () => {
  it('stores, returns and deletes values by scope and key', async () => {
    const { platform, values } = memory();
    const run = (name: string, input: Record<string, JsonValue>) =>
      runAction(`storage.${name}`, input, { platform });
    expect(await run('get_value', { key: 'a', otherwise: 7 })).toBe(7);
    expect(await run('put_value', { key: ' a ', value: { n: 1 } })).toEqual({ n: 1 });
    expect(await run('get_value', { key: 'a' })).toEqual({ n: 1 });
    expect(await run('get_value', { key: 'a', scope: 'TENANT' })).toBe(null);
    expect([...values.keys()]).toEqual(['FLOW a']);
    expect(await run('delete_value', { key: 'a' })).toEqual({ deleted: true });
    expect(await run('delete_value', { key: 'a' })).toEqual({ deleted: false });
  });

  it('refuses an empty key and a value that is too large', async () => {
    const { platform } = memory();
    const put = (key: string, value: JsonValue) =>
      runAction('storage.put_value', { key, value }, { platform });
    expect(await failureOf(() => put(' ', 1))).toContain('Please fill in “Key”.');
    expect(await failureOf(() => put('a', 'x'.repeat(200_000)))).toContain('pieces.too_large');
  });
});
