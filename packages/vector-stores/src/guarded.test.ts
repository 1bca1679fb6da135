import { describe, expect, it } from 'vitest';
import { type BareStore, guarded } from './guarded.ts';
import { at, listAt, reasonIn, textAt } from './json-client.ts';

const limits = { batch: 2, dimensions: 3, hits: 4 };
const open = (hits: { id: string; score: number }[] = []) => {
  const calls: unknown[] = [];
  const store: BareStore = {
    test: () => Promise.resolve('fine'),
    prepare: (name, dims) => Promise.resolve(void calls.push(['prepare', name, dims])),
    upsert: (_name, points) => Promise.resolve(void calls.push(['upsert', ...points.map(({ id }) => id)])),
    search: (_name, { topK }) => {
      calls.push(['search', topK]);
      return Promise.resolve(hits);
    },
    drop: (name) => Promise.resolve(void calls.push(['drop', name])),
    remove: (_name, { documentIds, points }) =>
      Promise.resolve(void calls.push(['remove', documentIds?.length ?? points?.length])),
  };
  return { store: guarded(store, limits), calls };
};
const point = (id: string, ...vector: number[]) => ({
  id,
  documentId: 'd',
  vector: new Float32Array(vector),
});
const query = (topK: number, ...vector: number[]) => ({ vector: new Float32Array(vector), topK });

describe('what all stores share', () => {
  it('is the same order and range of scores', async () => {
    const hits = [0.5, 0.5, 1.2, -0.1, 0.9].map((score, place) => ({ id: `p${4 - place}`, score }));
    const { store, calls } = open(hits);
    expect(await store.search('base', query(9, 1))).toEqual([
      { id: 'p2', score: 1 },
      { id: 'p3', score: 0.5 },
      { id: 'p4', score: 0.5 },
      { id: 'p1', score: 0 },
    ]);
    expect(calls).toEqual([['search', 4]]);
    await expect(open([{ id: 'a', score: Number.NaN }]).store.search('base', query(1, 1))).rejects.toThrow(
      'The store answered with hits that have no score.',
    );
  });

  it('is that no call is made for nothing', async () => {
    const { store, calls } = open();
    expect(await store.search('base', query(0, 1))).toEqual([]);
    expect(await store.search('base', query(1, 0, 0))).toEqual([]);
    expect(await store.search('base', { ...query(1, 1), documentIds: [] })).toEqual([]);
    await store.upsert('base', []);
    await store.upsert('base', [point('zero', 0, 0)]);
    await store.removeDocuments('base', []);
    await store.removePoints('base', []);
    expect(calls).toEqual([]);
    await store.search('base', query(1, 0, 1));
    expect(calls).toEqual([['search', 1]]);
  });

  it('is batches, without vectors that are similar to nothing', async () => {
    const { store, calls } = open();
    await store.upsert('base', [point('a', 1), point('zero', 0), point('b', 2), point('c', 3)]);
    await store.removePoints('base', [point('a', 1), point('b', 2), point('c', 3)]);
    await store.removeDocuments(
      'base',
      Array.from({ length: 501 }, () => 'd'),
    );
    expect(calls).toEqual([
      ...[
        ['upsert', 'a', 'b'],
        ['upsert', 'c'],
        ['remove', 2],
        ['remove', 1],
        ['remove', 500],
        ['remove', 1],
      ],
    ]);
  });

  it('is what may be asked', async () => {
    const { store, calls } = open();
    await store.prepare('base', 3);
    await expect(store.prepare('base', 4)).rejects.toThrow('it takes at most 3 dimensions, the model has 4');
    await expect(store.upsert('base', [point('a', 1), point('b', 1, 2)])).rejects.toThrow(
      '1 and 2 dimensions',
    );
    const noNumbers = 'The embedding model gave a vector that holds no numbers.';
    await expect(store.upsert('base', [point('a', Number.NaN)])).rejects.toThrow(noNumbers);
    await expect(store.search('base', query(1, 1, Infinity))).rejects.toThrow(noNumbers);
    for (const name of ['Base', '1base', '', 'b-c', 'b'.repeat(52)]) {
      const refused = `${name} cannot be the name of a collection.`;
      await expect(store.prepare(name, 1)).rejects.toThrow(refused);
      await expect(store.upsert(name, [])).rejects.toThrow(refused);
      await expect(store.search(name, query(0, 1))).rejects.toThrow(refused);
      await expect(store.removeDocuments(name, [])).rejects.toThrow(refused);
      await expect(store.removePoints(name, [])).rejects.toThrow(refused);
      await expect(store.drop(name)).rejects.toThrow(refused);
    }
    await store.drop('b'.repeat(51));
    expect(calls).toEqual([
      ['prepare', 'base', 3],
      ['drop', 'b'.repeat(51)],
    ]);
  });
});

describe('an answer of a store', () => {
  it('is read by a path, and only what it has itself', () => {
    const answer = { a: [{ b: ' x ' }] };
    expect([at(answer, 'a', 0, 'b'), at(answer, 'a', 1), at(answer, 'toString'), at('x', 0)]).toEqual([
      ...[' x ', undefined, undefined, undefined],
    ]);
    expect([listAt(answer, 'a'), listAt(answer, 'a', 0)]).toEqual([[{ b: ' x ' }], []]);
    expect([textAt({ a: ' x ' }, 'a'), textAt({ a: 1 }, 'a'), textAt({}, 'toString')]).toEqual(['x', '', '']);
  });

  it.each<[unknown, string | undefined]>([
    [{ error: { root_cause: [{ reason: 'deep' }], reason: 'near' } }, 'near'],
    [{ status: { error: 'bad' } }, 'bad'],
    [{ message: '', detail: 'second' }, 'second'],
    [{ errors: ['first', 'second'] }, 'first'],
    [[{ other: 'x' }, 'second'], undefined],
    ['x'.repeat(401), 'x'.repeat(400)],
    [{ error: { error: { error: { error: 'five' } } } }, 'five'],
    [{ error: { error: { error: { error: { error: 'six' } } } } }, 'six'],
    [{ error: { error: { error: { error: { error: { error: 'seven' } } } } } }, undefined],
    [null, undefined],
    [7, undefined],
  ])('%j fails because of %j', (json, reason) => {
    expect(reasonIn(json)).toBe(reason);
  });
});
