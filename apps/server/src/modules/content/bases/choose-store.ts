import type { VectorStoreName } from '@atelier/contracts/content/bases/knowledge-shapes';
import type { ConnectionService } from '@atelier/contracts/content/connections/connections';
import { fail } from '../../../kernel/base/errors.ts';

export interface StoreChoice {
  vectorStore: VectorStoreName;
  /** The connection that was chosen, if the tenant has it. */
  connection?: { id: string; service: ConnectionService; kind: string } | undefined;
  embeddingModelId: string | null;
}

/**
 * Checks where an index version keeps its vectors. The built-in store needs no connection, so a connection given with it is
 * dropped. Throws `vector_stores.connection_unfit` and `vector_stores.embedding_missing`.
 */
export const chooseStore = ({
  vectorStore,
  connection,
  embeddingModelId,
}: StoreChoice): { vectorStore: VectorStoreName; connectionId: string | null } => {
  if (vectorStore === 'EMBEDDED') return { vectorStore, connectionId: null };
  if (embeddingModelId === null) return fail('vector_stores.embedding_missing');
  if (connection?.service !== 'VECTOR_STORE' || connection.kind !== vectorStore)
    return fail('vector_stores.connection_unfit');
  return { vectorStore, connectionId: connection.id };
};
