import type { TxCtx } from '../../../kernel/context/context.ts';
import type { UseOfConnection } from '../../content/connections/index.ts';
import { visibleFlows } from './flow-entity.ts';
import { flowRepository } from './repository.ts';

/** Finds the flows that the actor may see and whose steps or triggers use connections. They remain, and fail where they need one. */
export const flowsUsing = async (tx: TxCtx, connectionIds: readonly string[]): Promise<UseOfConnection[]> => {
  const rows = await flowRepository.listUsing(tx.db, connectionIds, visibleFlows(tx));
  return rows.map((row) => ({ kind: 'FLOW', ...row, blocks: false }));
};
