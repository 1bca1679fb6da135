import { z } from 'zod';
import type { TxCtx } from '../../../../../kernel/context/context.ts';
import { defineJob } from '../../../../../kernel/context/define-job.ts';

/** Ends the sessions of a run at MCP servers, once the run is over. */
export const leaveJob = defineJob({
  name: 'tools.leave-mcp-servers',
  input: z.object({ runId: z.string() }),
});

/** SOON: the run is about to end. LATER: for a run that ends without a word, because it is cancelled. */
const pauseMs = { SOON: 2000, LATER: 60 * 60 * 1000 };

/** Orders the end of the sessions of a run. There is one order for each run; a later one takes its place. */
export const orderLeaving = (tx: TxCtx, runId: string, when: 'SOON' | 'LATER'): Promise<void> =>
  tx.enqueue(
    leaveJob,
    { runId },
    { key: `${leaveJob.name} ${runId}`, runAt: new Date(tx.now().getTime() + pauseMs[when]) },
  );
