import type { Caller } from '@atelier/contracts/assistants/flows/flow-shapes';
import type { TxCtx } from '../../../kernel/context/context.ts';
import { workerRepository } from './repository.ts';
import { visibleWorkers } from './worker-entity.ts';

/** Finds the workers that run an agent, a crew or a flow. */
export const workersCalling = async (tx: TxCtx, id: string): Promise<Caller[]> => {
  const rows = await workerRepository.listRunning(tx.db, id, visibleWorkers(tx));
  return rows.map((row) => ({ kind: 'WORKER', ...row }));
};
