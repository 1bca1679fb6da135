import type { FieldValues } from '@atelier/contracts/fields/fields';
import { type BareStore, type Gone, guarded, listIds } from '../guarded.ts';
import { at, createJsonClient, type JsonClient, listAt, readBaseUrl, textAt } from '../json-client.ts';
import { toPointUuid } from '../point-key.ts';
import type { VectorHit, VectorPoint, VectorQuery, VectorStoreIo, VectorStoreKind } from '../vector-store.ts';
import { checkSize } from '../vector-store-error.ts';

const title = 'Qdrant';

const ofDocuments = (documentIds: readonly string[]) => ({
  must: [{ key: 'documentId', match: { any: documentIds } }],
});

const readHit = (point: unknown): VectorHit => ({
  id: String(at(point, 'payload', 'id')),
  score: (1 + Number(at(point, 'score'))) / 2,
});

class QdrantStore implements BareStore {
  readonly #call: JsonClient['call'];

  constructor(values: FieldValues, io: VectorStoreIo) {
    const apiKey = textAt(values, 'apiKey');
    const headers: Record<string, string> = apiKey ? { 'api-key': apiKey } : {};
    this.#call = createJsonClient(io, { title, base: readBaseUrl(values), headers }).call;
  }

  async test(signal: AbortSignal): Promise<string> {
    const { json } = await this.#call('GET', '/collections', { signal });
    return `${title} answers and holds ${listAt(json, 'result', 'collections').length} collections.`;
  }

  async prepare(collection: string, dims: number): Promise<void> {
    // Of two concurrent calls that create the collection, one gets 409, which counts as success.
    const found = await this.#call('GET', `/collections/${collection}`, { accept: [404] });
    if (found.status === 404) {
      const body = { vectors: { size: dims, distance: 'Cosine' } };
      await this.#call('PUT', `/collections/${collection}`, { body, accept: [409] });
    }
    const body = { field_name: 'documentId', field_schema: 'keyword' };
    await this.#call('PUT', `/collections/${collection}/index?wait=true`, { body });
    const size = at(found.json, 'result', 'config', 'params', 'vectors', 'size');
    if (found.status === 200) checkSize(size, dims);
  }

  async upsert(collection: string, points: readonly VectorPoint[]): Promise<void> {
    const body = {
      points: points.map(({ id, documentId, vector }) => ({
        id: toPointUuid(id),
        vector: [...vector],
        payload: { id, documentId },
      })),
    };
    await this.#call('PUT', `/collections/${collection}/points?wait=true`, { body });
  }

  async search(collection: string, { vector, topK, documentIds, signal }: VectorQuery): Promise<VectorHit[]> {
    const body = {
      query: [...vector],
      limit: topK,
      with_payload: ['id'],
      ...(documentIds ? { filter: ofDocuments(documentIds) } : {}),
    };
    const { json } = await this.#call('POST', `/collections/${collection}/points/query`, { body, signal });
    return listAt(json, 'result', 'points').map(readHit);
  }

  async remove(collection: string, gone: Gone): Promise<void> {
    const body = gone.points
      ? { points: listIds(gone.points).map(toPointUuid) }
      : { filter: ofDocuments(gone.documentIds) };
    await this.#call('POST', `/collections/${collection}/points/delete?wait=true`, { body, accept: [404] });
  }

  async drop(collection: string): Promise<void> {
    await this.#call('DELETE', `/collections/${collection}`, { accept: [404] });
  }
}

const open: VectorStoreKind['open'] = (values, io) =>
  guarded(new QdrantStore(values, io), { batch: 256, dimensions: 65_536, hits: 10_000 });

/** Qdrant 1.10 and newer, by its REST interface (https://api.qdrant.tech). */
export const qdrant: VectorStoreKind = {
  kind: 'QDRANT',
  title,
  description: 'A Qdrant server of your own, or Qdrant Cloud.',
  help: [
    'Qdrant Cloud: open the cluster, copy its **endpoint** with port 6333, and make a key under **API keys**.',
    'A server of your own: the address is `https://host:6333`; the key is the one of `service.api_key`.',
    'Atelier makes a collection for each knowledge base; their names begin with `atelier_`.',
  ],
  fields: [
    {
      name: 'url',
      label: 'Address',
      type: 'SHORT_TEXT',
      required: true,
      placeholder: 'https://qdrant.example.com:6333',
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
