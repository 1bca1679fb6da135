import { type VectorHit, type VectorStore, VectorStoreError, vectorStoreKinds } from '@atelier/vector-stores';
import { LRUCache } from 'lru-cache';
import { AppError, fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { defineService } from '../../../../kernel/services/services.ts';
import type { IndexVersionRow } from '../../bases/declarations.ts';
import { hideSecrets, type OpenedConnection, openConnection, outboundIo } from '../../connections/index.ts';
import { isExternal } from './order-projection.ts';
import { vectorStoreRepository } from './repository.ts';

/** The most stores that are kept open. A store that is dropped closes its idle connections by itself. */
const mostOpen = 100;

/** Open stores by connection and revision of its settings. */
const openStores = defineService({
  name: 'knowledge.open-stores',
  create: () => new LRUCache<string, VectorStore>({ max: mostOpen }),
  close: async (stores) => {
    await Promise.all([...stores.values()].map((store) => store.close()));
  },
});

const open = (ctx: Ctx, connection: OpenedConnection): VectorStore => {
  const kind = vectorStoreKinds.find((known) => known.kind === connection.kind);
  if (connection.service !== 'VECTOR_STORE' || !kind) return fail('vector_stores.connection_unfit');
  const stores = ctx.use(openStores);
  const key = `${connection.id} ${connection.revision}`;
  const store = stores.get(key) ?? kind.open(connection.values, outboundIo(ctx.services.outbound));
  stores.set(key, store);
  return store;
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

interface StoreQuery {
  vector: Float32Array;
  topK: number;
  /** Only chunks of these documents. */
  documentIds?: readonly string[];
  signal?: AbortSignal;
}

type StoredVersion = Pick<IndexVersionRow, 'id' | 'vectorStore' | 'connectionId' | 'storeGeneration'>;

/**
 * The most requests per search. More hits are requested when some are not published, but a store may hold any number of
 * outdated points.
 */
const rounds = 3;

/**
 * Searches the external store of an index version for the chunks nearest to a vector. Scores are (1 + cosine) / 2. Reaches
 * the network, so it runs outside any transaction. Chunks that are unpublished or deleted are left out. Throws
 * `vector_stores.*` when the store cannot answer; the caller then searches without the store and says so.
 */
export const searchStore = async (
  ctx: Ctx,
  index: StoredVersion,
  query: StoreQuery,
): Promise<VectorHit[]> => {
  const { connectionId } = index;
  if (!isExternal(index) || connectionId === null) return fail('vector_stores.embedded');
  let published: VectorHit[] = [];
  let wanted = query.topK;
  for (let round = 0; round < rounds; round += 1) {
    const hits = await useStore(ctx, connectionId, (store) =>
      store.search(toCollectionName(index), { ...query, topK: wanted }),
    );
    const ids = hits.map(({ id }) => id);
    const shown = await ctx.tx((tx) => vectorStoreRepository.keepPublished(tx.db, index.id, ids));
    published = hits.filter(({ id }) => shown.has(id));
    if (published.length >= query.topK || hits.length < wanted) break;
    wanted *= 4;
  }
  return published.slice(0, query.topK);
};
