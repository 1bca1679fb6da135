import type { TxCtx } from '../../../kernel/context/context.ts';
import type { UseOfConnection } from '../connections/index.ts';
import { sourceRepository } from './repository/sources.ts';

/** Sources prevent deleting the connection that they use. */
export const sourcesUsing = async (
  tx: TxCtx,
  connectionIds: readonly string[],
): Promise<UseOfConnection[]> => {
  const rows = await sourceRepository.listOfConnections(tx.db, connectionIds);
  return rows.flatMap(({ id, name, connectionId }) =>
    connectionId === null ? [] : [{ kind: 'SOURCE' as const, id, name, connectionId, blocks: true }],
  );
};
