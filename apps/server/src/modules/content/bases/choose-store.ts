import type { VectorStoreName } from '@atelier/contracts/content/bases/knowledge-shapes';
import { fail } from '../../../kernel/base/errors.ts';
import type { TxCtx } from '../../../kernel/context/context.ts';
import { findConnection } from '../connections/index.ts';

export interface StoreChoice {
  vectorStore: VectorStoreName;
  connectionId?: string | null | undefined;
  embeddingModelId: string | null;
}

/**
 * Checks where an index version keeps its vectors. The built-in store needs no connection, so a connection given with it is
 * dropped. Throws `vector_stores.connection_unfit` and `vector_stores.embedding_missing`.
 */
export const chooseStore = async (
  tx: TxCtx,
  { vectorStore, connectionId, embeddingModelId }: StoreChoice,
): Promise<{ vectorStore: VectorStoreName; connectionId: string | null }> => {
  if (vectorStore === 'EMBEDDED') return { vectorStore, connectionId: null };
  if (embeddingModelId === null) return fail('vector_stores.embedding_missing');
  const connection = connectionId ? await findConnection(tx, connectionId) : undefined;
  if (!connection || connection.service !== 'VECTOR_STORE' || connection.kind !== vectorStore)
    return fail('vector_stores.connection_unfit');
  return { vectorStore, connectionId: connection.id };
};
