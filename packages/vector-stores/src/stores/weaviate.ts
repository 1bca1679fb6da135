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
import { toPointKey, toPointUuid } from '../point-key.ts';
import type { VectorHit, VectorPoint, VectorQuery, VectorStoreIo, VectorStoreKind } from '../vector-store.ts';
import { endless, VectorStoreError, wrongDimensions } from '../vector-store-error.ts';

const title = 'Weaviate';
/** The most calls of one removal. Each call removes thousands, so a server that reports more is broken. */
const mostCalls = 500;

/** The class of a collection. Names of classes begin with a capital letter. */
const toClassName = (collection: string): string =>
  `${collection.charAt(0).toUpperCase()}${collection.slice(1)}`;

/** Filters by keys instead of ids, because keys need no escaping. */
const buildAnyFilter = (property: 'documentKey' | 'pointId', values: readonly string[]) => ({
  path: [property],
  operator: 'ContainsAny',
  valueTextArray: values,
});

const ofDocuments = (documentIds: readonly string[]) =>
  buildAnyFilter('documentKey', documentIds.map(toPointKey));

const whereText = (documentIds: readonly string[]): string => {
  const keys = documentIds.map((id) => `"${toPointKey(id)}"`).join(',');
  return `, where: {path: ["documentKey"], operator: ContainsAny, valueText: [${keys}]}`;
};

const exactText = (name: string) => ({ name, dataType: ['text'], tokenization: 'field' });
const sizeText = (dims: number): string => `Vectors of ${dims} dimensions, made by Atelier`;

const lost = () =>
  new VectorStoreError(
    'vector_stores.collection_missing',
    'Weaviate does not hold this knowledge base any more. Please rebuild it in the store.',
  );

const toFailure = (reason: string | undefined): VectorStoreError =>
  reason !== undefined && /cannot query field|class .*not (found|present)|could not find class/i.test(reason)
    ? lost()
    : refusal(title, 400, reason);

class WeaviateStore implements BareStore {
  readonly #call: JsonClient['call'];

  constructor(values: FieldValues, io: VectorStoreIo) {
    const apiKey = textAt(values, 'apiKey');
    const headers: Record<string, string> = apiKey ? { authorization: `Bearer ${apiKey}` } : {};
    this.#call = createJsonClient(io, { title, base: readBaseUrl(values), headers }).call;
  }

  async test(signal: AbortSignal): Promise<string> {
    const { json } = await this.#call('GET', '/v1/meta', { signal });
    const version = at(json, 'version');
    if (typeof version !== 'string') throw refusal(title, 200, 'it gives no version');
    return `${title} ${version} answers.`;
  }

  async prepare(collection: string, dims: number): Promise<void> {
    const path = `/v1/schema/${toClassName(collection)}`;
    const found = await this.#call('GET', path, { accept: [404] });
    if (found.status === 404) {
      const body = {
        class: toClassName(collection),
        description: sizeText(dims),
        vectorizer: 'none',
        vectorIndexConfig: { distance: 'cosine' },
        properties: [exactText('pointId'), exactText('documentKey')],
      };
      // 422 means that the class exists already, for example by a concurrent call; its size is checked below.
      await this.#call('POST', '/v1/schema', { body, accept: [422] });
    }
    const { json } = found.status === 404 ? await this.#call('GET', path) : found;
    if (at(json, 'description') !== sizeText(dims)) throw wrongDimensions(`not ${dims} dimensions`);
  }

  async upsert(collection: string, points: readonly VectorPoint[]): Promise<void> {
    // A batch would recreate a missing class with guessed properties.
    await this.#call('GET', `/v1/schema/${toClassName(collection)}`);
    const objects = points.map(({ id, documentId, vector }) => ({
      class: toClassName(collection),
      id: toPointUuid(id),
      properties: { pointId: id, documentKey: toPointKey(documentId) },
      vector: [...vector],
    }));
    const { json } = await this.#call('POST', '/v1/batch/objects', { body: { objects } });
    const failed = listAt(json).find((item) => at(item, 'result', 'errors', 'error') !== undefined);
    if (failed !== undefined) throw toFailure(reasonIn(at(failed, 'result', 'errors')));
  }

  async search(collection: string, { vector, topK, documentIds, signal }: VectorQuery): Promise<VectorHit[]> {
    const name = toClassName(collection);
    const near = `nearVector: {vector: [${[...vector].join(',')}]}`;
    const query = `{Get{${name}(limit: ${topK}, ${near}${documentIds ? whereText(documentIds) : ''}){pointId _additional{distance}}}}`;
    const { json } = await this.#call('POST', '/v1/graphql', { body: { query }, signal });
    const reason = reasonIn(at(json, 'errors'));
    if (reason !== undefined) throw toFailure(reason);
    // The distance is 1 - cosine.
    return listAt(json, 'data', 'Get', name).map((hit) => ({
      id: String(at(hit, 'pointId')),
      score: 1 - Number(at(hit, '_additional', 'distance')) / 2,
    }));
  }

  async remove(collection: string, gone: Gone): Promise<void> {
    const where = gone.points
      ? buildAnyFilter('pointId', listIds(gone.points))
      : ofDocuments(gone.documentIds);
    const name = toClassName(collection);
    const found = await this.#call('GET', `/v1/schema/${name}`, { accept: [404] });
    if (found.status === 404) return;
    const body = { match: { class: name, where } };
    // One call removes at most as many objects as a query may match.
    for (let call = 0; call < mostCalls; call += 1) {
      const { json } = await this.#call('DELETE', '/v1/batch/objects', { body });
      if (!(Number(at(json, 'results', 'matches')) > 0)) return;
      if (!(Number(at(json, 'results', 'successful')) > 0)) throw toFailure(reasonIn(json));
    }
    throw endless(title);
  }

  async drop(collection: string): Promise<void> {
    await this.#call('DELETE', `/v1/schema/${toClassName(collection)}`, { accept: [404] });
  }
}

const open: VectorStoreKind['open'] = (values, io) =>
  guarded(new WeaviateStore(values, io), { batch: 200, dimensions: 65_535, hits: 10_000 });

/** Weaviate 1.24 and newer, by REST and GraphQL. */
export const weaviate: VectorStoreKind = {
  kind: 'WEAVIATE',
  title,
  description: 'A Weaviate server of your own, or Weaviate Cloud.',
  help: [
    'Weaviate Cloud: open the cluster, copy its **REST endpoint**, and make a key under **API keys** with the role admin.',
    'A server of your own: the address is `https://host:8080`.',
    'Atelier makes a collection for each knowledge base; their names begin with `Atelier_`.',
  ],
  fields: [
    {
      name: 'url',
      label: 'Address',
      type: 'SHORT_TEXT',
      required: true,
      placeholder: 'https://weaviate.example.com:8080',
    },
    {
      name: 'apiKey',
      label: 'API key',
      type: 'SECRET_TEXT',
      description: 'Empty for a server without keys.',
    },
  ],
  addressFields: ['url'],
  open,
};
