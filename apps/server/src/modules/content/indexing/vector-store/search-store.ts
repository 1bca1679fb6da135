import type { VectorHit } from '@atelier/vector-stores';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import type { IndexVersionRow } from '../../bases/declarations.ts';
import { isExternal } from './order-projection.ts';
import { vectorStoreRepository } from './repository.ts';
import { toCollectionName, useStore } from './use-store.ts';

export interface StoreQuery {
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
