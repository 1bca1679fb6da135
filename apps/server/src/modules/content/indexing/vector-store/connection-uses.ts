import type { TxCtx } from '../../../../kernel/context/context.ts';
import { indexVersionRepository } from '../../bases/index.ts';
import type { UseOfConnection } from '../../connections/index.ts';
import { vectorStoreRepository } from './repository.ts';
import type { RemovalRow } from './tables.ts';

const describeRemoved = ({ documentIds, points }: RemovalRow): string => {
  if (points) return `${points.length} replaced chunks`;
  return documentIds ? `${documentIds.length} deleted documents` : 'A deleted knowledge base';
};

const describeRemoval = (removal: RemovalRow): string => {
  const { error } = removal;
  return `${describeRemoved(removal)} still to be removed here${error ? `: ${error}` : ''}`;
};

/** Knowledge bases prevent deleting a connection. Removals that are still pending in the store do not. */
export const storesUsing = async (
  tx: TxCtx,
  connectionIds: readonly string[],
): Promise<UseOfConnection[]> => {
  const bases = await indexVersionRepository.listBasesOn(tx.db, connectionIds);
  const removals = await vectorStoreRepository.listRemovals(tx.db, connectionIds);
  return [
    ...bases.map((base) => ({ ...base, kind: 'KNOWLEDGE_BASE' as const, blocks: true })),
    ...removals.map((removal) => ({
      connectionId: removal.connectionId,
      kind: 'CLEAN_UP' as const,
      id: removal.id,
      name: describeRemoval(removal),
      blocks: false,
    })),
  ];
};
