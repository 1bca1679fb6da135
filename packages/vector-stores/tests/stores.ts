import { connect } from 'node:net';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import type { VectorStoreIo } from '../src/index.ts';
import { startFakeSearch } from './fakes/elasticsearch.ts';
import { startFakeMilvus } from './fakes/milvus.ts';
import { startFakePinecone } from './fakes/pinecone.ts';
import { startFakeQdrant } from './fakes/qdrant.ts';
import { startFakeWeaviate } from './fakes/weaviate.ts';
import { startChroma, startGate } from './real-chroma.ts';
import { startPgvector, startRefusingPostgres } from './real-pgvector.ts';

export const dims = 16;
const key = 'k-very-secret-1';

/** A running server, with the form values that lead to it. */
export interface RunningStore {
  values: FieldValues;
  /** The form values with credentials that are refused. */
  refused: FieldValues;
  /** Ends the server and discards its data. */
  close(): Promise<void>;
}

export interface StoreUnderTest {
  kind: string;
  /** The name of the server that the tests run against. */
  against: string;
  /** False for Pinecone, which has no collections that could be missing, only empty namespaces. */
  hasCollections: boolean;
  start(): Promise<RunningStore>;
}

/** The network functions without the server's address check, because everything here is on loopback. */
export const io: VectorStoreIo = {
  fetch: (input, init) => fetch(input, init),
  connect: (host, port) =>
    new Promise((resolve, reject) => {
      const socket = connect({ host, port });
      socket.once('error', reject);
      socket.once('connect', () => resolve(socket));
    }),
};

const byUrl = (
  started: { url: string; close(): Promise<void> },
  { address = 'url', secret = 'apiKey' }: { address?: string; secret?: string } = {},
): RunningStore => ({
  values: { [address]: started.url, [secret]: key },
  refused: { [address]: started.url, [secret]: 'wrong' },
  close: () => started.close(),
});

const openSearch = async (): Promise<RunningStore> => {
  const basic = `Basic ${Buffer.from(`admin:${key}`).toString('base64')}`;
  const fake = await startFakeSearch('opensearch', basic);
  return {
    values: { url: fake.url, username: 'admin', password: key },
    refused: { url: fake.url, username: 'admin', password: 'wrong' },
    close: fake.close,
  };
};

const chroma = async (): Promise<RunningStore> => {
  const server = await startChroma();
  const gate = await startGate(server.url, key);
  const close = async () => {
    await gate.close();
    await server.close();
  };
  return byUrl({ url: gate.url, close });
};

const pgvector = async (): Promise<RunningStore> => {
  const server = await startPgvector();
  const refusing = await startRefusingPostgres();
  const at = (port: number): FieldValues => ({
    host: '127.0.0.1',
    port,
    database: 'postgres',
    username: 'postgres',
    password: key,
    tls: 'OFF',
    schema: 'public',
  });
  return {
    values: at(server.port),
    refused: at(refusing.port),
    close: async () => {
      await refusing.close();
      await server.close();
    },
  };
};

export const storesUnderTest: readonly StoreUnderTest[] = [
  { kind: 'PGVECTOR', against: 'PostgreSQL with pgvector', hasCollections: true, start: pgvector },
  { kind: 'CHROMA', against: 'a Chroma server', hasCollections: true, start: chroma },
  {
    kind: 'QDRANT',
    against: 'a fake of its protocol',
    hasCollections: true,
    start: async () => byUrl(await startFakeQdrant(key)),
  },
  {
    kind: 'ELASTICSEARCH',
    against: 'a fake of its protocol',
    hasCollections: true,
    start: async () => byUrl(await startFakeSearch('elasticsearch', `ApiKey ${key}`)),
  },
  { kind: 'ELASTICSEARCH', against: 'a fake of OpenSearch', hasCollections: true, start: openSearch },
  {
    kind: 'PINECONE',
    against: 'a fake of its protocol',
    hasCollections: false,
    start: async () => byUrl(await startFakePinecone(key, dims), { address: 'host' }),
  },
  {
    kind: 'WEAVIATE',
    against: 'a fake of its protocol',
    hasCollections: true,
    start: async () => byUrl(await startFakeWeaviate(key)),
  },
  {
    kind: 'MILVUS',
    against: 'a fake of its protocol',
    hasCollections: true,
    start: async () => byUrl(await startFakeMilvus(key), { secret: 'token' }),
  },
];
