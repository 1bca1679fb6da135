import { describe, expect, it } from 'vitest';
import { failureOf, runAction } from '../../../tests/run-action.ts';

const list = [
  { name: 'Ann', city: 'Oslo', age: 41 },
  { name: 'Bob', city: 'Bergen', age: null },
  { name: 'Cid', city: 'Oslo', age: 9 },
];

describe('the data mapper', () => {
  it('returns a mapping of any shape', async () => {
    const mapping = { a: [1, { b: null }] };
    expect(await runAction('data-mapper.advanced_mapping', { mapping })).toEqual(mapping);
  });

  it('keeps, removes and renames fields of objects and of lists', async () => {
    expect(await runAction('data-mapper.keep_fields', { value: list, names: ['name'] })).toEqual([
      { name: 'Ann' },
      { name: 'Bob' },
      { name: 'Cid' },
    ]);
    expect(
      await runAction('data-mapper.keep_fields', {
        value: list[0] ?? {},
        names: ['name', 'age'],
        drop: true,
      }),
    ).toEqual({ city: 'Oslo' });
    expect(
      await runAction('data-mapper.rename_fields', { value: { a: 1, b: 2 }, names: { a: 'x' } }),
    ).toEqual({
      x: 1,
      b: 2,
    });
    expect(await failureOf(() => runAction('data-mapper.keep_fields', { value: 5, names: ['a'] }))).toContain(
      'must be an object or a list of objects',
    );
    expect(
      await failureOf(() => runAction('data-mapper.rename_fields', { value: {}, names: { a: '__proto__' } })),
    ).toContain('A field cannot be called “__proto__”.');
  });

  it('merges two of a kind', async () => {
    const merge = (first: object, second: object | string) =>
      runAction(
        'data-mapper.merge_values',
        JSON.parse(JSON.stringify({ first, second })) as Record<string, never>,
      );
    expect(await merge({ a: 1, b: 1 }, { b: 2 })).toEqual({ a: 1, b: 2 });
    expect(await merge([1], [2])).toEqual([1, 2]);
    expect(await failureOf(() => merge([1], { a: 1 }))).toContain(
      'Both must be objects, or both must be lists.',
    );
  });

  it('sorts by a path, with empty values last in both directions', async () => {
    const names = async (input: object) =>
      ((await runAction('data-mapper.sort_list', { list, ...input })) as { name: string }[]).map(
        ({ name }) => name,
      );
    expect(await names({ path: 'age' })).toEqual(['Cid', 'Ann', 'Bob']);
    expect(await names({ path: 'age', descending: true })).toEqual(['Ann', 'Cid', 'Bob']);
    expect(await names({ path: 'city' })).toEqual(['Bob', 'Ann', 'Cid']);
    expect(await failureOf(() => runAction('data-mapper.sort_list', { list: 'text' }))).toContain(
      'must be a list',
    );
  });

  it('takes a single object as a list of one', async () => {
    const one = { name: 'Ann', age: 30 };
    expect(await runAction('data-mapper.sort_list', { list: one, path: 'age' })).toEqual([one]);
  });

  it('removes duplicates regardless of the order of fields, and groups', async () => {
    const doubled = [{ a: 1, b: 2 }, { b: 2, a: 1 }, { a: 2 }];
    expect(await runAction('data-mapper.remove_duplicates', { list: doubled })).toEqual([
      { a: 1, b: 2 },
      { a: 2 },
    ]);
    expect(await runAction('data-mapper.group_list', { list, path: 'city' })).toMatchObject([
      { key: 'Oslo', count: 2, items: [{ name: 'Ann' }, { name: 'Cid' }] },
      { key: 'Bergen', count: 1 },
    ]);
  });

  it('lists the differences of two objects', async () => {
    const input = { before: { a: 1, b: [1], c: 1 }, after: { a: 2, b: [1], d: 1 } };
    expect(await runAction('data-mapper.compare_objects', input)).toEqual([
      { name: 'a', before: 1, after: 2 },
      { name: 'c', before: 1, after: null },
      { name: 'd', before: null, after: 1 },
    ]);
  });
});
