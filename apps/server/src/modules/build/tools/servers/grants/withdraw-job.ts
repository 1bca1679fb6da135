import { z } from 'zod';
import type { TxCtx } from '../../../../../kernel/context/context.ts';
import { defineJob } from '../../../../../kernel/context/define-job.ts';
import { withdrawalRepository } from './repository.ts';
import type { GrantRow } from './tables.ts';

/** Asks a service to withdraw the tokens of an account that was disconnected. */
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

/** Orders that the tokens of accounts which were just removed are withdrawn. */
export const orderWithdrawals = async (tx: TxCtx, removed: readonly GrantRow[]): Promise<void> => {
  for (const { id, secrets, site } of removed) {
    await withdrawalRepository.insert(tx.db, { id, secrets, site, orderedAt: tx.now() });
    await enqueueWithdrawal(tx, id, 0);
  }
};
