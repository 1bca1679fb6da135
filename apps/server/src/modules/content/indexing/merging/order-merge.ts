import type { TxCtx } from '../../../../kernel/context/context.ts';

export const mergeTask = 'knowledge.merge-segments';

/** Orders within this time are one, however many documents come or go. */
const windowMs = 10_000;
/** After this time at the latest nothing is left of words that were deleted. */
const sweepMs = 15 * 60_000;

const nextWindow = (now: Date, lengthMs: number): Date =>
  new Date(Math.ceil((now.getTime() + 1) / lengthMs) * lengthMs);

const keyOf = (versionId: string) => `${mergeTask} ${versionId}`;

/** Orders a look at the segments of a version of which some have come or gone. */
export const orderMerge = (tx: TxCtx, versionId: string): Promise<void> =>
  tx.enqueue(mergeTask, { versionId }, { key: keyOf(versionId), runAt: nextWindow(tx.now(), windowMs) });

/** Goes on as soon as it is this version's turn again. */
export const continueMerge = (tx: TxCtx, versionId: string): Promise<void> =>
  tx.enqueue(mergeTask, { versionId }, { key: keyOf(versionId) });

/** The same, later, for the few words of deleted documents that are not worth a merge at once. */
export const orderSweep = (tx: TxCtx, versionId: string): Promise<void> =>
  tx.enqueue(
    mergeTask,
    { versionId, thorough: true },
    { key: `${keyOf(versionId)} thorough`, runAt: nextWindow(tx.now(), sweepMs) },
  );
