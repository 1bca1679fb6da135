import type { FieldValues } from '@atelier/contracts/fields/fields';
import { type BareStore, type Gone, guarded, listIds } from '../guarded.ts';
import { at, createJsonClient, type JsonClient, listAt, readBaseUrl, textAt } from '../json-client.ts';
import type { VectorHit, VectorPoint, VectorQuery, VectorStoreIo, VectorStoreKind } from '../vector-store.ts';
import { checkSize, VectorStoreError } from '../vector-store-error.ts';

const title = 'Chroma';

const ofDocuments = (documentIds: readonly string[]) => ({ documentId: { $in: documentIds } });

class ChromaStore implements BareStore {
  readonly #call: JsonClient['call'];
  /** The path of the collections of a tenant's database. */
  readonly #place: string;

  constructor(values: FieldValues, io: VectorStoreIo) {
    const token = textAt(values, 'apiKey');
    const headers: Record<string, string> = token
      ? { 'x-chroma-token': token, authorization: `Bearer ${token}` }
      : {};
    const tenant = encodeURIComponent(textAt(values, 'tenant') || 'default_tenant');
    const database = encodeURIComponent(textAt(values, 'database') || 'default_database');
    this.#call = createJsonClient(io, { title, base: readBaseUrl(values), headers }).call;
    this.#place = `/api/v2/tenants/${tenant}/databases/${database}/collections`;
  }

  async #findId(collection: string, signal?: AbortSignal): Promise<string | undefined> {
    const { status, json } = await this.#call('GET', `${this.#place}/${collection}`, {
      accept: [404],
      signal,
    });
    return status === 404 ? undefined : String(at(json, 'id'));
  }

  async #getId(collection: string, signal?: AbortSignal): Promise<string> {
    const id = await this.#findId(collection, signal);
    if (id !== undefined) return id;
    throw new VectorStoreError(
      'vector_stores.collection_missing',
      'Chroma does not hold this knowledge base any more. Please rebuild it in the store.',
    );
  }

  async test(signal: AbortSignal): Promise<string> {
    const { json } = await this.#call('GET', `${this.#place}?limit=100`, { signal });
    const count = Array.isArray(json) ? json.length : 0;
    return `${title} answers and holds ${count === 100 ? '100 or more' : count} collections.`;
  }

  async prepare(collection: string, dims: number): Promise<void> {
    const body = {
      name: collection,
      get_or_create: true,
      // Chroma takes the size from the first vector, so the expected size is stored here.
      metadata: { dims },
      configuration: { hnsw: { space: 'cosine', ef_construction: 200, ef_search: 400, max_neighbors: 32 } },
    };
    const { json } = await this.#call('POST', this.#place, { body });
    const size = at(json, 'dimension') ?? at(json, 'metadata', 'dims');
    checkSize(size, dims);
  }

  async upsert(collection: string, points: readonly VectorPoint[]): Promise<void> {
    const body = {
      ids: points.map(({ id }) => id),
      embeddings: points.map(({ vector }) => [...vector]),
      metadatas: points.map(({ documentId }) => ({ documentId })),
    };
    await this.#call('POST', `${this.#place}/${await this.#getId(collection)}/upsert`, { body });
  }

  async search(collection: string, { vector, topK, documentIds, signal }: VectorQuery): Promise<VectorHit[]> {
    const body = {
      query_embeddings: [[...vector]],
      n_results: topK,
      include: ['distances'],
      ...(documentIds ? { where: ofDocuments(documentIds) } : {}),
    };
    const id = await this.#getId(collection, signal);
    const { json } = await this.#call('POST', `${this.#place}/${id}/query`, { body, signal });
    // The distance is 1 - cosine.
    return listAt(json, 'ids', 0).map((found, rank) => ({
      id: String(found),
      score: 1 - Number(at(json, 'distances', 0, rank)) / 2,
    }));
  }

  async remove(collection: string, gone: Gone): Promise<void> {
    const id = await this.#findId(collection);
    if (id === undefined) return;
    const body = gone.points ? { ids: listIds(gone.points) } : { where: ofDocuments(gone.documentIds) };
    await this.#call('POST', `${this.#place}/${id}/delete`, { body, accept: [404] });
  }

  async drop(collection: string): Promise<void> {
    await this.#call('DELETE', `${this.#place}/${collection}`, { accept: [404] });
  }
}

const open: VectorStoreKind['open'] = (values, io) =>
  guarded(new ChromaStore(values, io), { batch: 250, dimensions: 65_536, hits: 1000 });

/** Chroma 1.0 and newer, by version 2 of its interface. */
export const chroma: VectorStoreKind = {
  kind: 'CHROMA',
  title,
  description: 'A Chroma server of your own, or Chroma Cloud.',
  help: [
    'A server of your own: the address is `http://host:8000`, as `chroma run` shows it.',
    'Chroma Cloud: the address is `https://api.trychroma.com`; copy key, tenant and database from **Settings**.',
    'Atelier makes a collection for each knowledge base; their names begin with `atelier_`.',
  ],
  fields: [
    {
      name: 'url',
      label: 'Address',
      type: 'SHORT_TEXT',
      required: true,
      placeholder: 'http://chroma.example.com:8000',
    },
    {
      name: 'apiKey',
      label: 'API key',
      type: 'SECRET_TEXT',
      description: 'Empty for a server without keys.',
    },
    { name: 'tenant', label: 'Tenant', type: 'SHORT_TEXT', default: 'default_tenant' },
    { name: 'database', label: 'Database', type: 'SHORT_TEXT', default: 'default_database' },
  ],
  addressFields: ['url'],
  open,
};
