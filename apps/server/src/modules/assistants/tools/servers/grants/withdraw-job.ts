import { z } from 'zod';
import type { TxCtx } from '../../../../../kernel/context/context.ts';
import { defineJob } from '../../../../../kernel/context/define-job.ts';

/** Asks a service to withdraw the tokens of an account that was forgotten. The database orders it (`atelier.withdraw_account`). */
export const withdrawJob = defineJob({
  name: 'tools.withdraw-mcp-account',
  input: z.object({ grantId: z.string() }),
});

/** Enqueues the next attempt, which takes the place of one that waits. */
export const enqueueWithdrawal = (tx: TxCtx, grantId: string, pauseMs: number): Promise<void> =>
  tx.enqueue(
    withdrawJob,
    { grantId },
    { key: `${withdrawJob.name} ${grantId}`, runAt: new Date(tx.now().getTime() + pauseMs) },
  );
