import type { TxCtx } from '../../../../kernel/context/context.ts';
import { workerRepository } from '../repository.ts';
import { orderLook } from './look-job.ts';
import { inputReaderFor } from './readers.ts';

/** Makes the inputs of a worker follow its settings and its status. A mailbox is looked at at once. Throws AppError for a schedule that cannot be read. */
export const armInputs = async (tx: TxCtx, workerId: string): Promise<void> => {
  const worker = await workerRepository.find(tx.db, workerId);
  for (const { id, kind, settings, nextAt } of await workerRepository.listInputs(tx.db, [workerId])) {
    const reader = inputReaderFor(kind);
    const next = reader && worker?.status === 'ACTIVE' ? reader.nextAt(settings, tx.now()) : null;
    const isFirstLook = kind === 'MAIL' && nextAt === null && next !== null;
    await orderLook(tx, id, isFirstLook ? tx.now() : next);
  }
};
