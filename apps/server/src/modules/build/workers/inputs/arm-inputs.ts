import { z } from 'zod';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { defineJob } from '../../../../kernel/context/define-job.ts';
import { workerRepository } from '../repository.ts';
import { readerOf } from './readers.ts';

/** Looks at an input at the time for which it was ordered. */
export const lookJob = defineJob({
  name: 'workers.look',
  input: z.object({ inputId: z.string(), at: z.iso.datetime() }),
});

/** Orders the next look at an input. There is one for each; a later order replaces it. */
export const orderLook = async (tx: TxCtx, inputId: string, at: Date | null): Promise<void> => {
  await workerRepository.setNext(tx.db, inputId, at);
  if (at)
    await tx.enqueue(
      lookJob,
      { inputId, at: at.toISOString() },
      { key: `workers.look ${inputId}`, runAt: at },
    );
};

/** Makes the inputs of a worker follow its settings and its status. A mailbox is looked at at once. Throws AppError for a schedule that cannot be read. */
export const armInputs = async (tx: TxCtx, workerId: string): Promise<void> => {
  const worker = await workerRepository.find(tx.db, workerId);
  for (const { id, kind, settings, nextAt } of await workerRepository.listInputs(tx.db, [workerId])) {
    const reader = readerOf(kind);
    const next = reader && worker?.status === 'ACTIVE' ? reader.nextAt(settings, tx.now()) : null;
    const isFirstLook = kind === 'MAIL' && nextAt === null && next !== null;
    await orderLook(tx, id, isFirstLook ? tx.now() : next);
  }
};
