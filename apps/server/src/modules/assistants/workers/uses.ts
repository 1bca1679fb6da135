import type { Caller } from '@atelier/contracts/assistants/flows/flow-shapes';
import type { TxCtx } from '../../../kernel/context/context.ts';
import type { UseOfConnection } from '../../content/connections/index.ts';
import { workerRepository } from './repository.ts';
import { visibleWorkers } from './worker-entity.ts';

/** Finds the workers that the actor may see and whose inputs use connections. They remain, and take nothing from there any more. */
export const workersUsing = async (
  tx: TxCtx,
  connectionIds: readonly string[],
): Promise<UseOfConnection[]> => {
  const rows = await workerRepository.listUsing(tx.db, connectionIds, visibleWorkers(tx));
  return rows.map((row) => ({ kind: 'WORKER', ...row, blocks: false }));
};

/** Finds the workers that run an agent, a crew or a flow. */
export const workersCalling = async (tx: TxCtx, id: string): Promise<Caller[]> => {
  const rows = await workerRepository.listRunning(tx.db, id, visibleWorkers(tx));
  return rows.map((row) => ({ kind: 'WORKER', ...row }));
};
