import type { TxCtx } from '../../../kernel/context/context.ts';
import type { UseOfConnection } from '../connections/index.ts';
import { sourceRepository } from './repository/sources.ts';

/** A source that reads with a connection keeps it from being deleted. */
export const sourcesUsing = async (
  tx: TxCtx,
  connectionIds: readonly string[],
): Promise<UseOfConnection[]> => {
  const rows = await sourceRepository.listOfConnections(tx.db, connectionIds);
  return rows.flatMap(({ id, name, connectionId }) =>
    connectionId === null ? [] : [{ kind: 'SOURCE' as const, id, name, connectionId, blocks: true }],
  );
};
