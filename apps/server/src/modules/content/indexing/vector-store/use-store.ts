import { type VectorStore, VectorStoreError, vectorStoreKinds } from '@atelier/vector-stores';
import { AppError, fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { defineService } from '../../../../kernel/services/services.ts';
import type { IndexVersionRow } from '../../bases/index.ts';
import { hideSecrets, type OpenedConnection, openConnection, outboundIo } from '../../connections/index.ts';

/** The most stores that are kept open. A store that is dropped closes its idle connections by itself. */
const most = 100;

/** Open stores by connection and revision of its settings, least recently used first. */
class OpenStores {
  readonly #stores = new Map<string, VectorStore>();

  get(key: string, open: () => VectorStore): VectorStore {
    const store = this.#stores.get(key) ?? open();
    this.#stores.delete(key);
    this.#stores.set(key, store);
    const [oldest] = this.#stores.keys();
    if (this.#stores.size > most && oldest !== undefined) this.#stores.delete(oldest);
    return store;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#stores.values()].map((store) => store.close()));
    this.#stores.clear();
  }
}

const openStores = defineService({
  name: 'knowledge.open-stores',
  create: () => new OpenStores(),
  close: (stores) => stores.close(),
});

const open = (ctx: Ctx, connection: OpenedConnection): VectorStore => {
  const kind = vectorStoreKinds.find((known) => known.kind === connection.kind);
  if (connection.service !== 'VECTOR_STORE' || !kind) return fail('vector_stores.connection_unfit');
  return ctx
    .use(openStores)
    .get(`${connection.id} ${connection.revision}`, () =>
      kind.open(connection.values, outboundIo(ctx.services.outbound)),
    );
};

/** Returns the name of the collection that holds the vectors of an index version. */
export const toCollectionName = ({
  id,
  storeGeneration,
}: Pick<IndexVersionRow, 'id' | 'storeGeneration'>): string =>
  storeGeneration === 0 ? `atelier_${id}` : `atelier_${id}_${storeGeneration}`;

/**
 * Calls `work` with the store of a connection, outside any transaction. Throws `vector_stores.*` with the store's own
 * message, and `connections.not_found`.
 */
export const useStore = async <T>(
  ctx: Ctx,
  connectionId: string,
  work: (store: VectorStore) => Promise<T>,
): Promise<T> => {
  const connection = await openConnection(ctx, connectionId);
  try {
    return await work(open(ctx, connection));
  } catch (error) {
    if (!(error instanceof VectorStoreError)) throw error;
    const message = `${connection.name}: ${hideSecrets(connection, error.message)}`;
    throw new AppError(error.code, undefined, { cause: error, message });
  }
};
