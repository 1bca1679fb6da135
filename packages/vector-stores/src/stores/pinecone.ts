import type { FieldValues } from '@atelier/contracts/fields/fields';
import { type BareStore, type Gone, guarded } from '../guarded.ts';
import { at, createJsonClient, type JsonClient, listAt, readBaseUrl, textAt } from '../json-client.ts';
import { toPointKey } from '../point-key.ts';
import type {
  PointName,
  VectorHit,
  VectorPoint,
  VectorQuery,
  VectorStoreIo,
  VectorStoreKind,
} from '../vector-store.ts';
import { checkSize, endless, VectorStoreError } from '../vector-store-error.ts';

const title = 'Pinecone';
const apiVersion = '2025-04';
/** Ids per call of `delete`. */
const mostIds = 1000;
/** The most pages of ids that are read for one document: far more than a document needs. */
const mostPages = 1000;

/** The prefix of a document's point ids, by which its points are listed. Ids are ASCII. */
const idPrefixFor = (documentId: string): string => `${toPointKey(documentId)}#`;

const keyOfPoint = ({ id, documentId }: PointName): string => `${idPrefixFor(documentId)}${toPointKey(id)}`;

/** One Pinecone index, whose dimension and metric are fixed. A collection is a namespace in it. */
class PineconeStore implements BareStore {
  readonly #call: JsonClient['call'];

  constructor(values: FieldValues, io: VectorStoreIo) {
    const headers = { 'api-key': textAt(values, 'apiKey'), 'x-pinecone-api-version': apiVersion };
    this.#call = createJsonClient(io, { title, base: readBaseUrl(values, 'host'), headers }).call;
  }

  async #describe(signal?: AbortSignal): Promise<number> {
    const { json } = await this.#call('POST', '/describe_index_stats', { body: {}, signal });
    const metric = at(json, 'metric');
    if (metric !== undefined && metric !== 'cosine')
      throw new VectorStoreError(
        'vector_stores.invalid_settings',
        'This index does not measure by the cosine. Please make an index with the metric cosine.',
      );
    return Number(at(json, 'dimension'));
  }

  async #listIds(collection: string, prefix: string): Promise<string[]> {
    const ids: string[] = [];
    let token = '';
    for (let page = 0; page < mostPages; page += 1) {
      const further = token ? { paginationToken: token } : {};
      const query = new URLSearchParams({ namespace: collection, prefix, limit: '100', ...further });
      const { json } = await this.#call('GET', `/vectors/list?${query.toString()}`, { accept: [404] });
      ids.push(...listAt(json, 'vectors').map((vector) => String(at(vector, 'id'))));
      const next = at(json, 'pagination', 'next');
      if (typeof next !== 'string' || next === '') return ids;
      token = next;
    }
    throw endless(title);
  }

  async #remove(collection: string, ids: readonly string[]): Promise<void> {
    for (let from = 0; from < ids.length; from += mostIds) {
      const body = { namespace: collection, ids: ids.slice(from, from + mostIds) };
      await this.#call('POST', '/vectors/delete', { body, accept: [404] });
    }
  }

  async test(signal: AbortSignal): Promise<string> {
    return `${title} answers; the index takes vectors of ${await this.#describe(signal)} dimensions.`;
  }

  async prepare(_collection: string, dims: number): Promise<void> {
    const size = await this.#describe();
    checkSize(size, dims);
  }

  async upsert(collection: string, points: readonly VectorPoint[]): Promise<void> {
    const vectors = points.map(({ id, documentId, vector }) => ({
      id: keyOfPoint({ id, documentId }),
      values: [...vector],
      metadata: { id, documentId },
    }));
    await this.#call('POST', '/vectors/upsert', { body: { namespace: collection, vectors } });
  }

  async search(collection: string, { vector, topK, documentIds, signal }: VectorQuery): Promise<VectorHit[]> {
    const body = {
      namespace: collection,
      vector: [...vector],
      topK,
      includeMetadata: true,
      ...(documentIds ? { filter: { documentId: { $in: documentIds } } } : {}),
    };
    const { json } = await this.#call('POST', '/query', { body, signal });
    return listAt(json, 'matches').map((match) => ({
      id: String(at(match, 'metadata', 'id')),
      score: (1 + Number(at(match, 'score'))) / 2,
    }));
  }

  async remove(collection: string, gone: Gone): Promise<void> {
    if (gone.points) return this.#remove(collection, gone.points.map(keyOfPoint));
    for (const documentId of gone.documentIds)
      await this.#remove(collection, await this.#listIds(collection, idPrefixFor(documentId)));
  }

  async drop(collection: string): Promise<void> {
    await this.#call('POST', '/vectors/delete', {
      body: { namespace: collection, deleteAll: true },
      accept: [404],
    });
  }
}

const open: VectorStoreKind['open'] = (values, io) =>
  guarded(new PineconeStore(values, io), { batch: 100, dimensions: 20_000, hits: 10_000 });

/** Pinecone's serverless indexes, by the interface of 2025-04. */
export const pinecone: VectorStoreKind = {
  kind: 'PINECONE',
  title,
  description: 'A serverless index at Pinecone.',
  help: [
    'In the Pinecone console, make a serverless index of type **dense** with the metric **cosine** and the dimensions of your embedding model.',
    'Copy the **host** of the index, and make a key under **API keys**.',
    'Knowledge bases share the index; each is a namespace that begins with `atelier_`. What was just written may take seconds to be found.',
  ],
  fields: [
    {
      name: 'host',
      label: 'Host of the index',
      type: 'SHORT_TEXT',
      required: true,
      placeholder: 'https://docs-abc123.svc.us-east-1-aws.pinecone.io',
    },
    { name: 'apiKey', label: 'API key', type: 'SECRET_TEXT', required: true },
  ],
  addressFields: ['host'],
  open,
};
