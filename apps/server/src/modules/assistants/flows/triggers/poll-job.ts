import { z } from 'zod';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { defineJob } from '../../../../kernel/context/define-job.ts';

/** Asks the source of a polling trigger at the time for which it was ordered. */
export const pollJob = defineJob({
  name: 'flows.poll',
  input: z.object({ flowId: z.string(), trigger: z.string(), at: z.iso.datetime() }),
});

/** Orders the next look at a source. There is one for each trigger; a later order replaces it. */
export const orderPoll = (tx: TxCtx, flowId: string, trigger: string, at: Date): Promise<void> =>
  tx.enqueue(
    pollJob,
    { flowId, trigger, at: at.toISOString() },
    { key: `flows.poll ${flowId} ${trigger}`, runAt: at },
  );
