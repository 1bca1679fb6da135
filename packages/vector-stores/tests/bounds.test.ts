import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { type BareStore, guarded } from '../src/guarded.ts';
import { at, createJsonClient, listAt, readBaseUrl, reasonIn, textAt } from '../src/json-client.ts';
import { LazySocket } from '../src/lazy-socket.ts';
import { toPointKey, toPointUuid } from '../src/point-key.ts';
import { VectorStoreError, wayFailure } from '../src/vector-store-error.ts';

const codeOf = async (work: () => unknown): Promise<string> => {
  try {
    await work();
  } catch (error) {
    return error instanceof VectorStoreError ? error.code.replace('vector_stores.', '') : String(error);
  }
  return 'done';
};

/** A client of a server that answers with this status and body. */
const clientOf = (status: number, body = '', sent: Record<string, unknown>[] = []) =>
  createJsonClient(
    {
      fetch: async (input, init) => {
        sent.push({ url: String(input), ...init });
        return new Response(status === 204 ? null : body, { status });
      },
      connect: () => Promise.reject(new Error('No socket is needed.')),
    },
    { title: 'Store', base: 'https://s.example', headers: { 'api-key': 'k' } },
  );

describe('the answer of a store', () => {
  it.each([
    [401, '', 'refused'],
    [403, '', 'refused'],
    [404, '', 'collection_missing'],
    [429, '', 'busy'],
    [400, '', 'unexpected_answer'],
    [300, '', 'unexpected_answer'],
    [500, '', 'unreachable'],
    [500, '{"message":"Vector dimension error"}', 'wrong_dimensions'],
    [400, '{"error":{"reason":"vector lengths don’t match"}}', 'wrong_dimensions'],
    [200, '<html>', 'unexpected_answer'],
    [200, ' ', 'done'],
    [204, '', 'done'],
    [299, '{}', 'done'],
  ])('%i with “%s” is %s', async (status, body, expected) => {
    expect(await codeOf(() => clientOf(status, body).call('GET', '/a'))).toBe(expected);
  });

  it('is a failure only where its status is not expected', async () => {
    expect(await clientOf(404, '{"a":1}').call('GET', '/a', { accept: [404] })).toEqual({
      status: 404,
      json: { a: 1 },
    });
    expect(await codeOf(() => clientOf(409).call('GET', '/a', { accept: [404] }))).toBe('unexpected_answer');
  });

  it('is asked for with the body that belongs to it', async () => {
    const sent: Record<string, unknown>[] = [];
    const { call } = clientOf(200, '{}', sent);
    await call('GET', '/a');
    await call('POST', '/b', { body: { c: 1 } });
    await call('POST', '/d', { lines: [{ e: 1 }, { f: 2 }] });
    const accept = { accept: 'application/json', 'api-key': 'k' };
    expect(sent).toMatchObject([
      { url: 'https://s.example/a', method: 'GET', headers: accept },
      { body: '{"c":1}', headers: { ...accept, 'content-type': 'application/json' } },
      { body: '{"e":1}\n{"f":2}\n', headers: { ...accept, 'content-type': 'application/x-ndjson' } },
    ]);
    expect(sent[0]).not.toHaveProperty('body');
    expect(sent[0]?.['headers']).not.toHaveProperty('content-type');
  });

  it('has a reason at up to five levels, of 400 characters at most', () => {
    expect(reasonIn({ error: { root_cause: [{ reason: 'deep' }, { reason: 'other' }] } })).toBe('deep');
    expect(reasonIn({ status: 'second', message: 'first' })).toBe('first');
    expect(reasonIn({ message: '', detail: 'd' })).toBe('d');
    expect(reasonIn('x'.repeat(401))).toHaveLength(400);
    const nested = (levels: number): unknown => (levels === 0 ? 'found' : { error: nested(levels - 1) });
    expect([reasonIn(nested(5)), reasonIn(nested(6))]).toEqual(['found', undefined]);
    expect(reasonIn({ other: 'x' })).toBeUndefined();
  });

  it('is read where something is, and nowhere else', () => {
    expect(at({ a: [{ b: 1 }] }, 'a', 0, 'b')).toBe(1);
    expect(at({ a: null }, 'a', 'b')).toBeUndefined();
    expect(at('text', 'length')).toBeUndefined();
    expect(at({}, 'toString')).toBeUndefined();
    expect([listAt({ a: [1] }, 'a'), listAt({ a: 1 }, 'a')]).toEqual([[1], []]);
    expect([textAt({ a: ' b ' }, 'a'), textAt({ a: 1 }, 'a'), textAt({}, 'toString')]).toEqual(['b', '', '']);
  });
});

describe('the address of a store', () => {
  it('is what was typed, over TLS unless it says otherwise, without a slash at its end', async () => {
    const of = (url: string) => readBaseUrl({ url });
    expect([of('s.example'), of('http://s.example:1/a//'), of('HTTPS://s.example/?q=1')]).toEqual([
      ...['https://s.example', 'http://s.example:1/a', 'https://s.example'],
    ]);
    expect(await codeOf(() => of('a b'))).toBe('invalid_settings');
    expect(readBaseUrl({ host: 's.example' }, 'host')).toBe('https://s.example');
  });

  it('that is refused or unreachable is said to be so', () => {
    const blocked = Object.assign(new Error('Not public.'), { code: 'outbound.blocked' });
    expect(wayFailure(blocked, 'Store')).toMatchObject({
      code: 'vector_stores.blocked',
      message: 'Not public.',
    });
    expect(wayFailure(new Error('Gone.'), 'Store').message).toBe(
      'Store could not be reached: Gone. Please check the address, and whether the server is running.',
    );
    expect(wayFailure('Gone.', 'Store').code).toBe('vector_stores.unreachable');
  });
});

describe('what all stores share', () => {
  const recording = () => {
    const calls: unknown[][] = [];
    const hits = [
      { id: 'b', score: 0.5 },
      { id: 'a', score: 0.5 },
      { id: 'c', score: 1.5 },
      { id: 'd', score: -1 },
    ];
    const store: BareStore = {
      test: async () => 'answers',
      prepare: async (...given) => void calls.push(['prepare', ...given]),
      upsert: async (_name, points) => void calls.push(['upsert', points.map(({ id }) => id)]),
      search: async (_name, { topK }) => {
        calls.push(['search', topK]);
        return hits;
      },
      remove: async (_name, { documentIds, points }) =>
        void calls.push(['remove', documentIds?.length ?? points?.length]),
      drop: async () => undefined,
    };
    return { calls, store: guarded(store, { batch: 2, dimensions: 3, hits: 10 }) };
  };
  const point = (id: string, ...vector: number[]) => ({
    id,
    documentId: 'd',
    vector: Float32Array.from(vector),
  });

  it('takes as many dimensions as it can search', async () => {
    const { store, calls } = recording();
    await store.prepare('a', 3);
    expect(await codeOf(() => store.prepare('a', 4))).toBe('wrong_dimensions');
    expect(calls).toEqual([['prepare', 'a', 3]]);
    for (const name of ['', 'A', '1a', 'a-b', 'a'.repeat(52)])
      expect(await codeOf(() => store.drop(name)), name).toContain('cannot be the name of a collection');
    expect(await codeOf(() => store.drop('a'.repeat(51)))).toBe('done');
  });

  it('writes and removes in batches', async () => {
    const { store, calls } = recording();
    await store.upsert('a', [point('1', 1), point('0', 0), point('2', 2), point('3', 3)]);
    await store.upsert('a', []);
    await store.removeDocuments(
      'a',
      Array.from({ length: 501 }, (_, id) => String(id)),
    );
    await store.removePoints('a', [point('1'), point('2'), point('3')]);
    expect(calls).toEqual([
      ...[
        ['upsert', ['1', '2']],
        ['upsert', ['3']],
        ['remove', 500],
        ['remove', 1],
        ['remove', 2],
        ['remove', 1],
      ],
    ]);
    expect(await codeOf(() => store.upsert('a', [point('1', 1), point('2', 1, 2)]))).toBe('wrong_dimensions');
    expect(await codeOf(() => store.upsert('a', [point('1', Number.NaN)]))).toBe('unexpected_answer');
  });

  it('orders hits by score and then by id, with scores from 0 to 1, and no more than were wanted', async () => {
    const { store, calls } = recording();
    const search = (topK: number, more = {}) =>
      store.search('a', { vector: Float32Array.of(1), topK, ...more });
    expect(await search(20)).toEqual([
      ...[
        { id: 'c', score: 1 },
        { id: 'a', score: 0.5 },
        { id: 'b', score: 0.5 },
        { id: 'd', score: 0 },
      ],
    ]);
    expect(await search(1)).toHaveLength(1);
    expect(calls).toEqual([
      ['search', 10],
      ['search', 1],
    ]);
    expect(await search(0)).toEqual([]);
    expect(await search(5, { documentIds: [] })).toEqual([]);
    expect(await search(5, { vector: Float32Array.of(0, 0) })).toEqual([]);
    expect(calls).toHaveLength(2);
  });
});

describe('keys of points', () => {
  it('are the same for an id, and fit for stores that take nothing but a UUID', () => {
    expect(toPointKey('a')).toBe('ca978112ca1bbdcafac231b39a23dc4d');
    expect(toPointUuid('a')).toBe('ca978112-ca1b-8dca-aac2-31b39a23dc4d');
  });
});

describe('a socket that connects late', () => {
  const open = (longest?: number) => {
    const inner = new PassThrough();
    const socket = new LazySocket(async () => inner, longest);
    const errors: string[] = [];
    socket.on('error', (error) => errors.push(error.message));
    return { inner, socket, errors };
  };
  const soon = () => new Promise((resolve) => setTimeout(resolve, 20));

  it('hands on what is sent and received, and its end', async () => {
    const { inner, socket } = open();
    const connected = new Promise((resolve) => socket.once('connect', resolve));
    socket.connect(1, 'host');
    await connected;
    const received: string[] = [];
    socket.on('data', (bytes: Buffer) => received.push(bytes.toString()));
    const ended = new Promise((resolve) => socket.once('end', resolve));
    socket.write('hello');
    await soon();
    expect(received.join('')).toBe('hello');
    socket.end();
    await ended;
    expect(inner.writableEnded).toBe(true);
  });

  it('takes an answer of the longest length, counted anew for each question', async () => {
    const { inner, socket, errors } = open(5);
    socket.connect(1, 'host');
    socket.resume();
    await soon();
    inner.push('12345');
    await soon();
    expect(errors).toEqual([]);
    socket.write('12345');
    await soon();
    expect(errors).toEqual([]);
    inner.push('6');
    await soon();
    expect(errors).toEqual(['The answer is too long.']);
    expect(inner.destroyed).toBe(true);
  });

  it('fails when the way does, and closes what it opened too late', async () => {
    const errors: string[] = [];
    const failing = new LazySocket(() => Promise.reject(new Error('refused')));
    failing.on('error', (error) => errors.push(error.message));
    failing.connect(1, 'host');
    const { inner, socket } = open();
    socket.connect(1, 'host');
    socket.destroy();
    await soon();
    expect(errors).toEqual(['refused']);
    expect(inner.destroyed).toBe(true);
  });
});
