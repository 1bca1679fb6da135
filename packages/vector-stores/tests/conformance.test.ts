import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type VectorPoint, type VectorStore, VectorStoreError, vectorStoreKinds } from '../src/index.ts';
import { cosine } from './fakes/points.ts';
import { dims, io, type RunningStore, storesUnderTest } from './stores.ts';

/** Returns a generator of the same numbers each time (mulberry32). */
const randomFrom = (seed: number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

const vectorOf = (seed: number, size = dims): Float32Array => {
  const random = randomFrom(seed);
  return Float32Array.from({ length: size }, () => random() * 2 - 1);
};

const pointsOf = (count: number, documents = 4): VectorPoint[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `chk_${at}`,
    documentId: `doc_${at % documents}`,
    vector: vectorOf(at + 1),
  }));

const exact = (points: readonly VectorPoint[], vector: Float32Array, topK: number) =>
  points
    .map(({ id, vector: other }) => ({ id, score: (1 + cosine([...vector], [...other])) / 2 }))
    .sort((a, b) => b.score - a.score)
    .slice(0, topK);

const missing = 'vector_stores.collection_missing';

/** Resolves to the result, or to the code of the failure. */
const endOf = <T>(work: Promise<T>): Promise<T | string> =>
  work.catch((error: unknown) => (error instanceof VectorStoreError ? error.code : String(error)));

const codeOf = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => undefined,
    (failure: unknown) => failure,
  );
  return error instanceof VectorStoreError ? error.code : `no VectorStoreError: ${String(error)}`;
};

const open = (kind: string, values: RunningStore['values']): VectorStore => {
  const found = vectorStoreKinds.find((known) => known.kind === kind);
  if (!found) throw new Error(`There is no ${kind}.`);
  return found.open(values, io);
};

describe.each(storesUnderTest)('$kind against $against', ({ kind, hasCollections, start }) => {
  let server: RunningStore;
  let store: VectorStore;
  let number = 0;
  let collection = '';

  beforeAll(async () => {
    server = await start();
    store = open(kind, server.values);
  }, 60_000);
  beforeEach(() => {
    number += 1;
    collection = `atelier_ixv_${number}`;
  });
  afterAll(async () => {
    await store.close();
    await server.close();
  });

  it('says in a sentence that it can be reached', { tags: ['CONN-02'] }, async () => {
    expect(await store.test(AbortSignal.timeout(10_000))).toMatch(/answers/);
  });

  it('is prepared and written twice, and holds each point once', { tags: ['CONN-02'] }, async () => {
    const points = pointsOf(10);
    await store.prepare(collection, dims);
    await store.upsert(collection, points);
    await store.prepare(collection, dims);
    await store.upsert(collection, points);
    const moved = { id: 'chk_3', documentId: 'doc_3', vector: vectorOf(999) };
    await store.upsert(collection, [moved]);
    const found = await store.search(collection, { vector: vectorOf(999), topK: 50 });
    expect(found.map(({ id }) => id).sort()).toEqual(points.map(({ id }) => id).sort());
    expect(found[0]).toMatchObject({ id: 'chk_3', score: expect.closeTo(1, 4) });
  });

  it('orders by the exact cosine, scored (1 + cosine) / 2', { tags: ['CONN-02'] }, async () => {
    const points = pointsOf(60);
    await store.prepare(collection, dims);
    await store.upsert(collection, points);
    const vector = vectorOf(5000);
    const found = await store.search(collection, { vector, topK: 20 });
    const wanted = exact(points, vector, 20);
    expect(found.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
    for (const [at, { score }] of wanted.entries()) expect(found[at]?.score).toBeCloseTo(score, 4);
  });

  it('finds only in the documents that are asked for', { tags: ['CONN-02'] }, async () => {
    const points = pointsOf(80);
    await store.prepare(collection, dims);
    await store.upsert(collection, points);
    const vector = vectorOf(5001);
    const documentIds = ['doc_1', 'doc_2'];
    const found = await store.search(collection, { vector, topK: 15, documentIds });
    const inside = points.filter(({ documentId }) => documentIds.includes(documentId));
    expect(found.map(({ id }) => id)).toEqual(exact(inside, vector, 15).map(({ id }) => id));
    expect(await store.search(collection, { vector, topK: 5, documentIds: [] })).toEqual([]);
    expect(await store.search(collection, { vector, topK: 5, documentIds: ['doc_none'] })).toEqual([]);
  });

  it('refuses vectors of another size', { tags: ['CONN-02'] }, async () => {
    await store.prepare(collection, dims);
    await store.upsert(collection, pointsOf(3));
    const wrong = 'vector_stores.wrong_dimensions';
    expect(await codeOf(store.prepare(collection, dims + 1))).toBe(wrong);
    const point = { id: 'chk_x', documentId: 'doc_x', vector: vectorOf(1, dims + 1) };
    expect(await codeOf(store.upsert(collection, [point]))).toBe(wrong);
    expect(await codeOf(store.search(collection, { vector: vectorOf(1, dims + 1), topK: 3 }))).toBe(wrong);
    expect(await store.search(collection, { vector: vectorOf(1), topK: 9 })).toHaveLength(3);
  });

  it('removes documents, and minds none that it does not hold', { tags: ['CONN-02'] }, async () => {
    await store.prepare(collection, dims);
    await store.upsert(collection, pointsOf(40));
    await store.removeDocuments(collection, ['doc_0', 'doc_3', 'doc_none']);
    await store.removeDocuments(collection, ['doc_0']);
    await store.removeDocuments('atelier_never', ['doc_0']);
    const left = await store.search(collection, { vector: vectorOf(7), topK: 50 });
    expect(new Set(left.map(({ id }) => Number(id.slice(4)) % 4))).toEqual(new Set([1, 2]));
    expect(left).toHaveLength(20);
  });

  it('removes single points of a document, and minds none that it does not hold', {
    tags: ['CONN-02'],
  }, async () => {
    const points = pointsOf(400);
    await store.prepare(collection, dims);
    await store.upsert(collection, points);
    const none = { id: 'chk_none', documentId: 'doc_0' };
    await store.removePoints(collection, [...points.filter((_, at) => at !== 4 && at !== 9), none]);
    await store.removePoints(collection, [none]);
    await store.removePoints('atelier_never', [none]);
    const left = await store.search(collection, { vector: vectorOf(7), topK: 50 });
    expect(left.map(({ id }) => id).sort()).toEqual(['chk_4', 'chk_9']);
  });

  it('drops a collection, twice if it must be, and says when one is gone', {
    tags: ['CONN-02'],
  }, async () => {
    await store.prepare(collection, dims);
    await store.upsert(collection, pointsOf(5));
    await store.drop(collection);
    await store.drop(collection);
    const search = store.search(collection, { vector: vectorOf(1), topK: 5 });
    expect(await endOf(search)).toEqual(hasCollections ? missing : []);
    await store.prepare(collection, dims);
    await store.upsert(collection, pointsOf(2));
    expect(await store.search(collection, { vector: vectorOf(1), topK: 5 })).toHaveLength(2);
  });

  it('does not silently create a lost collection again', { tags: ['CONN-02'] }, async () => {
    const write = store.upsert('atelier_lost', pointsOf(2)).then(() => 'written');
    expect(await endOf(write)).toBe(hasCollections ? missing : 'written');
  });

  it('keeps ids of any characters, and documents of such ids apart', { tags: ['CONN-02'] }, async () => {
    const odd = [
      'ä ö ü 漢字 🦊',
      `quote " ' \\ ]} $1 -- ; drop table`,
      'a/b?c=d&e#f%20',
      'new\nline\tand tab',
      'x'.repeat(400),
    ];
    const points = odd.map((id, at) => ({ id, documentId: `doc ${id}`, vector: vectorOf(100 + at) }));
    await store.prepare(collection, dims);
    await store.upsert(collection, points);
    for (const { id, documentId, vector } of points) {
      const found = await store.search(collection, { vector, topK: 5, documentIds: [documentId] });
      expect(found.map((hit) => hit.id)).toEqual([id]);
    }
    await store.removeDocuments(collection, [`doc ${odd[1]}`]);
    const left = await store.search(collection, { vector: vectorOf(100), topK: 9 });
    expect(left.map(({ id }) => id).sort()).toEqual(odd.filter((_, at) => at !== 1).sort());
  });

  it('takes a thousand points, and finds among them', { tags: ['CONN-02'] }, async () => {
    const points = pointsOf(1000, 3);
    await store.prepare(collection, dims);
    await store.upsert(collection, points);
    const vector = vectorOf(6000);
    const found = await store.search(collection, { vector, topK: 10 });
    expect(found.map(({ id }) => id)).toEqual(exact(points, vector, 10).map(({ id }) => id));
    await store.removeDocuments(collection, ['doc_0', 'doc_1']);
    const left = await store.search(collection, { vector, topK: 400 });
    expect(left).toHaveLength(333);
  });

  it('leaves out vectors without a direction, and refuses what is no number', {
    tags: ['CONN-02'],
  }, async () => {
    await store.prepare(collection, dims);
    const none = { id: 'chk_none', documentId: 'doc', vector: new Float32Array(dims) };
    await store.upsert(collection, [none, ...pointsOf(2)]);
    expect(await store.search(collection, { vector: vectorOf(1), topK: 9 })).toHaveLength(2);
    expect(await store.search(collection, { vector: new Float32Array(dims), topK: 9 })).toEqual([]);
    const broken = { id: 'chk_nan', documentId: 'doc', vector: new Float32Array(dims).fill(Number.NaN) };
    expect(await codeOf(store.upsert(collection, [broken]))).toBe('vector_stores.unexpected_answer');
  });

  it('says that credentials are refused', { tags: ['CONN-02'] }, async () => {
    const stranger = open(kind, server.refused);
    expect(await codeOf(stranger.test(AbortSignal.timeout(10_000)))).toBe('vector_stores.refused');
    expect(await codeOf(stranger.prepare(collection, dims))).toBe('vector_stores.refused');
    await stranger.close();
  });

  it('says that the server is gone', { timeout: 60_000, tags: ['CONN-02'] }, async () => {
    const other = await start();
    const left = open(kind, other.values);
    await left.prepare(collection, dims);
    await other.close();
    const search = left.search(collection, { vector: vectorOf(1), topK: 3 });
    expect(await codeOf(search)).toBe('vector_stores.unreachable');
    await left.close();
  });
});
