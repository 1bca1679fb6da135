import { z } from 'zod';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { defineJob } from '../../../../kernel/context/define-job.ts';

export const mergeJobType = defineJob({
  name: 'knowledge.merge-segments',
  input: z.object({ versionId: z.string(), thorough: z.boolean().optional() }),
});

/** Orders within this time are combined into one, however many documents are added or removed. */
const windowMs = 10_000;
/** After this time at the latest, deleted words are gone from storage. */
const sweepMs = 15 * 60_000;

const nextWindow = (now: Date, lengthMs: number): Date =>
  new Date(Math.ceil((now.getTime() + 1) / lengthMs) * lengthMs);

const keyOf = (versionId: string) => `${mergeJobType.name} ${versionId}`;

/** Orders a check for merges of a version after segments were added or removed. */
export const orderMerge = (tx: TxCtx, versionId: string): Promise<void> =>
  tx.enqueue(mergeJobType, { versionId }, { key: keyOf(versionId), runAt: nextWindow(tx.now(), windowMs) });

/** Orders the next job for a version with more to merge. */
export const continueMerge = (tx: TxCtx, versionId: string): Promise<void> =>
  tx.enqueue(mergeJobType, { versionId }, { key: keyOf(versionId) });

/** Orders a later, thorough merge that removes the words of deleted documents too few to be merged at once. */
export const orderSweep = (tx: TxCtx, versionId: string): Promise<void> =>
  tx.enqueue(
    mergeJobType,
    { versionId, thorough: true },
    { key: `${keyOf(versionId)} thorough`, runAt: nextWindow(tx.now(), sweepMs) },
  );
