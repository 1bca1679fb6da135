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
import { checkSize, VectorStoreError } from '../vector-store-error.ts';

const title = 'Milvus';

/** Maps Milvus' own error codes to HTTP statuses, because its failures have status 200. */
const statusFor = (code: number): number => {
  if (code === 1800 || code === 1801 || code === 80_001) return 401;
  return code === 8 || code === 9 ? 429 : 400;
};

const isLost = (code: number, reason: string | undefined): boolean =>
  code === 100 || code === 101 || /can't find collection|collection not found|not loaded/i.test(reason ?? '');

const toFailure = (json: unknown): VectorStoreError => {
  const code = Number(at(json, 'code'));
  const reason = reasonIn(json);
  return isLost(code, reason)
    ? new VectorStoreError(
        'vector_stores.collection_missing',
        'Milvus does not hold this knowledge base any more. Please rebuild it in the store.',
      )
    : refusal(title, statusFor(code), reason);
};

/** Filters by keys instead of ids, because keys need no escaping. */
const among = (field: 'key' | 'documentKey', ids: readonly string[]): string =>
  `${field} in [${ids.map((id) => `"${toPointKey(id)}"`).join(',')}]`;

const buildFilter = (documentIds: readonly string[]): string => among('documentKey', documentIds);

const text = (fieldName: string, length: number, isPrimary = false) => ({
  fieldName,
  dataType: 'VarChar',
  isPrimary,
  elementTypeParams: { max_length: length },
});

const buildSchema = (dims: number) => ({
  autoId: false,
  enableDynamicField: false,
  fields: [
    text('key', 32, true),
    text('pointId', 1024),
    text('documentKey', 32),
    { fieldName: 'vector', dataType: 'FloatVector', elementTypeParams: { dim: dims } },
  ],
});

const sizeIn = (described: unknown): number => {
  const field = listAt(described, 'data', 'fields').find((it) => at(it, 'name') === 'vector');
  const param = listAt(field, 'params').find((it) => at(it, 'key') === 'dim');
  return Number(at(param, 'value'));
};

class MilvusStore implements BareStore {
  readonly #call: JsonClient['call'];
  readonly #database: string;

  constructor(values: FieldValues, io: VectorStoreIo) {
    const token = textAt(values, 'token');
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
    this.#call = createJsonClient(io, { title, base: readBaseUrl(values), headers }).call;
    this.#database = textAt(values, 'database') || 'default';
  }

  async #ask(path: string, body: object, signal?: AbortSignal): Promise<unknown> {
    const whole = { dbName: this.#database, ...body };
    const { json } = await this.#call('POST', `/v2/vectordb/${path}`, { body: whole, signal });
    if (at(json, 'code') !== 0) throw toFailure(json);
    return json;
  }

  async #has(collectionName: string): Promise<boolean> {
    return at(await this.#ask('collections/has', { collectionName }), 'data', 'has') === true;
  }

  async test(signal: AbortSignal): Promise<string> {
    const json = await this.#ask('collections/list', {}, signal);
    return `${title} answers and holds ${listAt(json, 'data').length} collections.`;
  }

  async prepare(collectionName: string, dims: number): Promise<void> {
    const indexParams = [
      { fieldName: 'vector', indexName: 'vector', metricType: 'COSINE', indexType: 'AUTOINDEX' },
    ];
    // Creating an identical collection again succeeds. A collection that is created with its index is loaded as well.
    if (!(await this.#has(collectionName)))
      await this.#ask('collections/create', { collectionName, schema: buildSchema(dims), indexParams });
    const size = sizeIn(await this.#ask('collections/describe', { collectionName }));
    checkSize(size, dims);
  }

  async upsert(collectionName: string, points: readonly VectorPoint[]): Promise<void> {
    const data = points.map(({ id, documentId, vector }) => ({
      key: toPointKey(id),
      pointId: id,
      documentKey: toPointKey(documentId),
      vector: [...vector],
    }));
    await this.#ask('entities/upsert', { collectionName, data });
  }

  async search(
    collectionName: string,
    { vector, topK, documentIds, signal }: VectorQuery,
  ): Promise<VectorHit[]> {
    const query = {
      collectionName,
      data: [[...vector]],
      annsField: 'vector',
      limit: topK,
      outputFields: ['pointId'],
      consistencyLevel: 'Strong',
      ...(documentIds ? { filter: buildFilter(documentIds) } : {}),
    };
    const json = await this.#ask('entities/search', query, signal);
    // For COSINE the "distance" is the cosine.
    return listAt(json, 'data').map((hit) => ({
      id: String(at(hit, 'pointId')),
      score: (1 + Number(at(hit, 'distance'))) / 2,
    }));
  }

  async remove(collectionName: string, gone: Gone): Promise<void> {
    const filter = gone.points ? among('key', listIds(gone.points)) : buildFilter(gone.documentIds);
    if (await this.#has(collectionName)) await this.#ask('entities/delete', { collectionName, filter });
  }

  async drop(collectionName: string): Promise<void> {
    if (await this.#has(collectionName)) await this.#ask('collections/drop', { collectionName });
  }
}

const open: VectorStoreKind['open'] = (values, io) =>
  guarded(new MilvusStore(values, io), { batch: 200, dimensions: 32_768, hits: 16_384 });

/** Milvus 2.4 and newer and Zilliz Cloud, by version 2 of the REST interface. */
export const milvus: VectorStoreKind = {
  kind: 'MILVUS',
  title,
  description: 'A Milvus server of your own, or Zilliz Cloud.',
  help: [
    'A server of your own: the address is `http://host:19530`; the token is `user:password`.',
    'Zilliz Cloud: copy the **public endpoint** of the cluster, and use an API key as the token.',
    'Atelier makes a collection for each knowledge base; their names begin with `atelier_`.',
  ],
  fields: [
    {
      name: 'url',
      label: 'Address',
      type: 'SHORT_TEXT',
      required: true,
      placeholder: 'http://milvus.example.com:19530',
    },
    { name: 'token', label: 'Token', type: 'SECRET_TEXT', description: '`user:password` or an API key.' },
    { name: 'database', label: 'Database', type: 'SHORT_TEXT', default: 'default' },
  ],
  addressFields: ['url'],
  open,
};
