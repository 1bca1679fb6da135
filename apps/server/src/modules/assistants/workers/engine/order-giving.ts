import { z } from 'zod';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { defineJob } from '../../../../kernel/context/define-job.ts';

/** Gives the result of a record to the question that it answers. */
export const giveJob = defineJob({
  name: 'workers.give-answer',
  input: z.object({
    recordId: z.string(),
    queryId: z.string(),
    /** The number of times in a row that the process which writes the answer could not be seen. */
    missing: z.number().int(),
  }),
});

interface Order {
  recordId: string;
  queryId: string;
  missing?: number;
  runAt?: Date;
}

/** Orders that the end of a record is told in the conversation that asked for it. */
export const orderGiving = (tx: TxCtx, { recordId, queryId, missing = 0, runAt }: Order): Promise<void> =>
  tx.enqueue(
    giveJob,
    { recordId, queryId, missing },
    { key: `workers.give-answer ${recordId}`, ...(runAt && { runAt }) },
  );
