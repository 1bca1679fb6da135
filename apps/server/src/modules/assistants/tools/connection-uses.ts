import type { TxCtx } from '../../../kernel/context/context.ts';
import type { UseOfConnection } from '../../content/connections/index.ts';
import { toolRepository } from './repository.ts';

/** Tools prevent deleting the connection that they use. */
export const toolsUsing = async (tx: TxCtx, connectionIds: readonly string[]): Promise<UseOfConnection[]> => {
  const rows = await toolRepository.listOfConnections(tx.db, connectionIds);
  return rows.flatMap(({ id, name, connectionId }) =>
    connectionId === null ? [] : [{ kind: 'TOOL' as const, id, name, connectionId, blocks: true }],
  );
};
