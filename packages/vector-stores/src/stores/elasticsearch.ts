import { guarded } from '../guarded.ts';
import {
  at,
  baseOf,
  createJsonClient,
  type JsonClient,
  listAt,
  reasonIn,
  refusal,
  textAt,
} from '../json-client.ts';
import { keyOf } from '../point-key.ts';
import type { VectorHit, VectorStore, VectorStoreKind } from '../vector-store.ts';
import { checkSize } from '../vector-store-error.ts';

const title = 'Elasticsearch';

interface Search {
  vector: readonly number[];
  topK: number;
  filter: object | undefined;
}

/** Where the two products differ. */
interface Dialect {
  title: string;
  settings: object | undefined;
  /** How the mapping names the number of dimensions. */
  size: string;
  vectorField(dims: number): object;
  query(search: Search): object;
}

const elasticsearchDialect: Dialect = {
  title,
  settings: undefined,
  size: 'dims',
  vectorField: (dims) => ({ type: 'dense_vector', dims, index: true, similarity: 'cosine' }),
  query: ({ vector, topK, filter }) => ({
    knn: {
      field: 'vector',
      query_vector: vector,
      k: topK,
      // Looks at more than is asked for, so that the graph misses less.
      num_candidates: Math.min(10_000, Math.max(200, topK * 4)),
      ...(filter ? { filter } : {}),
    },
  }),
};

const openSearchDialect: Dialect = {
  title: 'OpenSearch',
  settings: { index: { knn: true } },
  size: 'dimension',
  vectorField: (dims) => ({
    type: 'knn_vector',
    dimension: dims,
    method: { name: 'hnsw', engine: 'lucene', space_type: 'cosinesimil' },
  }),
  query: ({ vector, topK, filter }) => ({
    query: { knn: { vector: { vector, k: topK, ...(filter ? { filter } : {}) } } },
  }),
};

const dialectOf = (root: unknown): Dialect =>
  at(root, 'version', 'distribution') === 'opensearch' ? openSearchDialect : elasticsearchDialect;

const ofDocuments = (documentIds: readonly string[]) => ({ terms: { documentId: documentIds } });

/** Both products score the cosine as (1 + cosine) / 2 already. */
const hitOf = (hit: unknown): VectorHit => ({
  id: String(at(hit, '_source', 'id')),
  score: Number(at(hit, '_score')),
});

const authorization = (apiKey: string, username: string, password: string): Record<string, string> => {
  if (apiKey) return { authorization: `ApiKey ${apiKey}` };
  if (!username) return {};
  return { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` };
};

const sizeOf = async (call: JsonClient['call'], collection: string, dialect: Dialect): Promise<unknown> => {
  const { json } = await call('GET', `/${collection}/_mapping`);
  return at(json, collection, 'mappings', 'properties', 'vector', dialect.size);
};

const open: VectorStoreKind['open'] = (values, io) => {
  const headers = authorization(
    textAt(values, 'apiKey'),
    textAt(values, 'username'),
    textAt(values, 'password'),
  );
  const { call } = createJsonClient(io, { title, base: baseOf(values), headers });
  let dialect: Promise<Dialect> | undefined;
  /** Asked once; a failure is not kept. */
  const findDialect = (): Promise<Dialect> => {
    dialect ??= call('GET', '/').then(({ json }) => dialectOf(json));
    dialect.catch(() => {
      dialect = undefined;
    });
    return dialect;
  };
  const store: VectorStore = {
    async test(signal) {
      const { json } = await call('GET', '/', { signal });
      const version = at(json, 'version', 'number');
      return `${dialectOf(json).title} ${typeof version === 'string' ? version : ''} answers.`.replace(
        '  ',
        ' ',
      );
    },
    async prepare(collection, dims) {
      const spoken = await findDialect();
      const body = {
        ...(spoken.settings ? { settings: spoken.settings } : {}),
        mappings: {
          dynamic: false,
          properties: {
            id: { type: 'keyword' },
            documentId: { type: 'keyword' },
            vector: spoken.vectorField(dims),
          },
        },
      };
      const made = await call('PUT', `/${collection}`, { body, accept: [400] });
      if (made.status !== 400) return;
      if (at(made.json, 'error', 'type') !== 'resource_already_exists_exception')
        throw refusal(spoken.title, 400, reasonIn(made.json));
      const size = await sizeOf(call, collection, spoken);
      checkSize(size, dims);
    },
    async upsert(collection, points) {
      const lines = points.flatMap(({ id, documentId, vector }) => [
        { index: { _index: collection, _id: keyOf(id) } },
        { id, documentId, vector: [...vector] },
      ]);
      // A bulk call would make a lost index anew, with a mapping that finds nothing.
      await sizeOf(call, collection, await findDialect());
      const { json } = await call('POST', '/_bulk?refresh=true', { lines });
      const failed = listAt(json, 'items').find((item) => at(item, 'index', 'error') !== undefined);
      if (failed === undefined) return;
      const reason =
        at(failed, 'index', 'error', 'caused_by', 'reason') ?? at(failed, 'index', 'error', 'reason');
      throw refusal(title, Number(at(failed, 'index', 'status')), reasonIn(reason));
    },
    async search(collection, { vector, topK, documentIds, signal }) {
      const spoken = await findDialect();
      const filter = documentIds && ofDocuments(documentIds);
      const query = spoken.query({ vector: [...vector], topK, filter });
      const body = { size: topK, _source: ['id'], ...query };
      const { json } = await call('POST', `/${collection}/_search`, { body, signal });
      return listAt(json, 'hits', 'hits').map(hitOf);
    },
    async removeDocuments(collection, documentIds) {
      const body = { query: ofDocuments(documentIds) };
      const path = `/${collection}/_delete_by_query?refresh=true&conflicts=proceed`;
      await call('POST', path, { body, accept: [404] });
    },
    async drop(collection) {
      await call('DELETE', `/${collection}`, { accept: [404] });
    },
    close: async () => {},
  };
  return guarded(store, { batch: 250, dimensions: 4096, hits: 10_000 });
};

/** Elasticsearch 8.8 and newer, and OpenSearch 2.4 and newer; which of the two it is, is found out. */
export const elasticsearch: VectorStoreKind = {
  kind: 'ELASTICSEARCH',
  title: 'Elasticsearch / OpenSearch',
  description: 'Elasticsearch 8 or OpenSearch 2 and newer, of your own or in a cloud.',
  help: [
    'Enter the address with its port, for example `https://search.example.com:9200`.',
    'Elasticsearch: make a key under **Stack Management → API keys**. It needs to create, read, write and delete indexes named `atelier_*`.',
    'OpenSearch: enter user name and password instead.',
  ],
  fields: [
    {
      name: 'url',
      label: 'Address',
      type: 'SHORT_TEXT',
      required: true,
      placeholder: 'https://search.example.com:9200',
    },
    { name: 'apiKey', label: 'API key', type: 'SECRET_TEXT', description: 'Encoded, as it was shown. Or:' },
    { name: 'username', label: 'User name', type: 'SHORT_TEXT' },
    { name: 'password', label: 'Password', type: 'SECRET_TEXT' },
  ],
  addressFields: ['url'],
  open,
};
