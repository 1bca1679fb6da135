import type { FieldValues } from '@atelier/contracts/fields/fields';
import { type BareStore, type Gone, guarded, listIds } from '../guarded.ts';
import {
  at,
  createJsonClient,
  type JsonClient,
  listAt,
  readBaseUrl,
  reasonIn,
  refusal,
  textAt,
} from '../json-client.ts';
import { toPointKey } from '../point-key.ts';
import type { VectorHit, VectorPoint, VectorQuery, VectorStoreIo, VectorStoreKind } from '../vector-store.ts';
import { checkSize } from '../vector-store-error.ts';

const title = 'Elasticsearch';

interface Search {
  vector: readonly number[];
  topK: number;
  filter: object | undefined;
}

/** The differences between Elasticsearch and OpenSearch. */
interface Dialect {
  title: string;
  settings: object | undefined;
  /** The name of the number of dimensions in the mapping. */
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
      // More candidates than hits, so that the approximate search misses less.
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

const detectDialect = (root: unknown): Dialect =>
  at(root, 'version', 'distribution') === 'opensearch' ? openSearchDialect : elasticsearchDialect;

const ofDocuments = (documentIds: readonly string[]) => ({ terms: { documentId: documentIds } });

/** Both products score the cosine as (1 + cosine) / 2 already. */
const readHit = (hit: unknown): VectorHit => ({
  id: String(at(hit, '_source', 'id')),
  score: Number(at(hit, '_score')),
});

const authorization = (apiKey: string, username: string, password: string): Record<string, string> => {
  if (apiKey) return { authorization: `ApiKey ${apiKey}` };
  if (!username) return {};
  return { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` };
};

class SearchStore implements BareStore {
  readonly #call: JsonClient['call'];
  #dialect: Promise<Dialect> | undefined;

  constructor(values: FieldValues, io: VectorStoreIo) {
    const headers = authorization(
      textAt(values, 'apiKey'),
      textAt(values, 'username'),
      textAt(values, 'password'),
    );
    this.#call = createJsonClient(io, { title, base: readBaseUrl(values), headers }).call;
  }

  /** Detects the product once; a failure is not cached. */
  #findDialect(): Promise<Dialect> {
    const asked = this.#dialect ?? this.#call('GET', '/').then(({ json }) => detectDialect(json));
    this.#dialect = asked;
    asked.catch(() => {
      this.#dialect = undefined;
    });
    return asked;
  }

  async #sizeOf(collection: string, dialect: Dialect): Promise<unknown> {
    const { json } = await this.#call('GET', `/${collection}/_mapping`);
    return at(json, collection, 'mappings', 'properties', 'vector', dialect.size);
  }

  async test(signal: AbortSignal): Promise<string> {
    const { json } = await this.#call('GET', '/', { signal });
    const version = at(json, 'version', 'number');
    return `${detectDialect(json).title} ${typeof version === 'string' ? version : ''} answers.`.replace(
      '  ',
      ' ',
    );
  }

  async prepare(collection: string, dims: number): Promise<void> {
    const spoken = await this.#findDialect();
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
    const made = await this.#call('PUT', `/${collection}`, { body, accept: [400] });
    if (made.status !== 400) return;
    if (at(made.json, 'error', 'type') !== 'resource_already_exists_exception')
      throw refusal(spoken.title, 400, reasonIn(made.json));
    const size = await this.#sizeOf(collection, spoken);
    checkSize(size, dims);
  }

  async upsert(collection: string, points: readonly VectorPoint[]): Promise<void> {
    const lines = points.flatMap(({ id, documentId, vector }) => [
      { index: { _index: collection, _id: toPointKey(id) } },
      { id, documentId, vector: [...vector] },
    ]);
    // A bulk call would recreate a missing index with a mapping that finds nothing.
    await this.#sizeOf(collection, await this.#findDialect());
    const { json } = await this.#call('POST', '/_bulk?refresh=true', { lines });
    const failed = listAt(json, 'items').find((item) => at(item, 'index', 'error') !== undefined);
    if (failed === undefined) return;
    const reason =
      at(failed, 'index', 'error', 'caused_by', 'reason') ?? at(failed, 'index', 'error', 'reason');
    throw refusal(title, Number(at(failed, 'index', 'status')), reasonIn(reason));
  }

  async search(collection: string, { vector, topK, documentIds, signal }: VectorQuery): Promise<VectorHit[]> {
    const spoken = await this.#findDialect();
    const filter = documentIds && ofDocuments(documentIds);
    const query = spoken.query({ vector: [...vector], topK, filter });
    const body = { size: topK, _source: ['id'], ...query };
    const { json } = await this.#call('POST', `/${collection}/_search`, { body, signal });
    return listAt(json, 'hits', 'hits').map(readHit);
  }

  async remove(collection: string, gone: Gone): Promise<void> {
    const query = gone.points
      ? { ids: { values: listIds(gone.points).map(toPointKey) } }
      : ofDocuments(gone.documentIds);
    const path = `/${collection}/_delete_by_query?refresh=true&conflicts=proceed`;
    await this.#call('POST', path, { body: { query }, accept: [404] });
  }

  async drop(collection: string): Promise<void> {
    await this.#call('DELETE', `/${collection}`, { accept: [404] });
  }
}

const open: VectorStoreKind['open'] = (values, io) =>
  guarded(new SearchStore(values, io), { batch: 250, dimensions: 4096, hits: 10_000 });

/** Elasticsearch 8.8 and newer, and OpenSearch 2.4 and newer; the product is detected. */
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
