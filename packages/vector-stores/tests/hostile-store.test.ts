import { Duplex } from 'node:stream';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { afterEach, describe, expect, it } from 'vitest';
import { type VectorStore, VectorStoreError, vectorStoreKinds } from '../src/index.ts';
import { LazySocket } from '../src/lazy-socket.ts';
import { type FakeHandler, type FakeServer, startFakeServer } from './fakes/fake-server.ts';
import { io } from './stores.ts';

const collection = 'atelier_ixv_1';
const vector = Float32Array.from([1, 0]);

const failure = async (work: Promise<unknown>): Promise<[string, string] | undefined> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof VectorStoreError ? [error.code, error.message] : undefined;
};

/** A malicious server that a tenant has configured itself. */
describe('a store that answers what nobody asked for', () => {
  let server: FakeServer;

  afterEach(() => server.close());

  const open = async (kind: string, handle: FakeHandler, values: FieldValues = {}): Promise<VectorStore> => {
    server = await startFakeServer(handle);
    const found = vectorStoreKinds.find((known) => known.kind === kind);
    if (!found) throw new Error(`There is no ${kind}.`);
    return found.open({ url: server.url, host: server.url, apiKey: 'k', ...values }, io);
  };
  const hits = (count: number, score: unknown) => ({
    json: {
      result: { points: Array.from({ length: count }, (_, at) => ({ payload: { id: `p${at}` }, score })) },
    },
  });

  it('brings no more hits than were wanted', { tags: ['CONN-02'] }, async () => {
    const store = await open('QDRANT', () => hits(7000, 0.5));
    const found = await store.search(collection, { vector, topK: 3 });
    expect(found.map(({ id }) => id)).toEqual(['p0', 'p1', 'p2']);
  });

  it('is refused with more parts than can be parsed in a moment', { tags: ['CONN-02'] }, async () => {
    const store = await open('QDRANT', () => hits(70_000, 0.5));
    expect(await failure(store.search(collection, { vector, topK: 3 }))).toEqual([
      'vector_stores.unexpected_answer',
      'Qdrant sent an answer with more parts than any that was asked for. Please check the address.',
    ]);
  });

  it.each([null, 'much', {}])('is refused with a score of %j', { tags: ['CONN-02'] }, async (score) => {
    const store = await open('QDRANT', () => hits(1, score === null ? undefined : score));
    expect((await failure(store.search(collection, { vector, topK: 3 })))?.[0]).toBe(
      'vector_stores.unexpected_answer',
    );
  });

  it('is left when its list has no end', { tags: ['CONN-02'] }, async () => {
    const store = await open('PINECONE', () => ({
      json: { vectors: [{ id: 'x' }], pagination: { next: 'again' } },
    }));
    expect(await failure(store.removeDocuments(collection, ['doc']))).toEqual([
      'vector_stores.unexpected_answer',
      'Pinecone does not come to an end with what was asked. Please look into its log.',
    ]);
  });

  it('is left when there is always more to remove', { tags: ['CONN-02'] }, async () => {
    const store = await open('WEAVIATE', () => ({ json: { results: { matches: 5, successful: 5 } } }));
    expect((await failure(store.removeDocuments(collection, ['doc'])))?.[0]).toBe(
      'vector_stores.unexpected_answer',
    );
  });
});

describe('the socket of the PostgreSQL driver', () => {
  /** Answers each write with this many bytes. */
  const answering = (bytes: number): Duplex =>
    new Duplex({
      read() {},
      write(_chunk, _encoding, done) {
        this.push(Buffer.alloc(bytes));
        done();
      },
    });
  const socketTo = (inner: Duplex) => new LazySocket(async () => inner, 1000).connect(5432, 'db.example.com');

  it('is cut when one answer is longer than any that is kept, and not by many short ones', {
    tags: ['CONN-02'],
  }, async () => {
    const patient = socketTo(answering(600));
    let received = 0;
    patient.on('data', (part: Buffer) => {
      received += part.length;
      if (received < 3000) patient.write('again');
      else patient.destroy();
    });
    const ended = new Promise((resolve) => patient.on('close', resolve));
    patient.on('connect', () => patient.write('first'));
    await ended;
    expect(received).toBe(3000);

    const flooded = socketTo(answering(1001));
    const broken = new Promise<Error>((resolve) => flooded.on('error', resolve));
    flooded.on('connect', () => flooded.write('first'));
    expect((await broken).message).toBe('The answer is too long.');
  });
});
