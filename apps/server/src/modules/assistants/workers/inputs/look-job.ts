import { z } from 'zod';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { defineJob } from '../../../../kernel/context/define-job.ts';
import { workerRepository } from '../repository.ts';

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
