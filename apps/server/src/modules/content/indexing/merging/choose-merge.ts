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

const toJobKey = (versionId: string) => `${mergeJobType.name} ${versionId}`;

/** Orders a check for merges of a version after segments were added or removed. */
export const orderMerge = (tx: TxCtx, versionId: string): Promise<void> =>
  tx.enqueue(
    mergeJobType,
    { versionId },
    { key: toJobKey(versionId), runAt: nextWindow(tx.now(), windowMs) },
  );

/** Orders the next job for a version with more to merge. */
export const continueMerge = (tx: TxCtx, versionId: string): Promise<void> =>
  tx.enqueue(mergeJobType, { versionId }, { key: toJobKey(versionId) });

/** Orders a later, thorough merge that removes the words of deleted documents too few to be merged at once. */
export const orderSweep = (tx: TxCtx, versionId: string): Promise<void> =>
  tx.enqueue(
    mergeJobType,
    { versionId, thorough: true },
    { key: `${toJobKey(versionId)} thorough`, runAt: nextWindow(tx.now(), sweepMs) },
  );

/** A unit of merging: a single segment or a merged one. */
export interface Unit {
  id: string;
  isMerged: boolean;
  bytes: number;
  /** The number of chunks, and of those that are live. */
  docs: number;
  live: number;
}

const kibibyte = 1024;
/**
 * No merge produces more than this. An edit reads a whole merged segment, a deletion may rewrite it, and both must take
 * only seconds.
 */
export const largestBytes = 8 * 1024 * kibibyte;
/** Units of one tier have similar sizes, so that each chunk is rewritten only once per tier. */
const tierBytes = [256 * kibibyte, 2048 * kibibyte, largestBytes] as const;
const fewest = 8;
export const most = 64;

const isStale = ({ isMerged, docs, live }: Unit, thorough: boolean): boolean =>
  isMerged && (thorough ? live < docs : (docs - live) * 8 >= docs);

const fillOne = (units: readonly Unit[]): Unit[] => {
  const taken: Unit[] = [];
  let bytes = 0;
  for (const unit of units.toSorted((a, b) => a.bytes - b.bytes)) {
    bytes += unit.bytes;
    if (taken.length === most || bytes > largestBytes) return taken.length > 1 ? taken : [];
    taken.push(unit);
  }
  return taken.length >= fewest ? taken : [];
};

/**
 * Chooses what to merge next; empty when nothing is due. Merged segments with an eighth of dead chunks (when `thorough`,
 * with any dead chunk) come first, then the smallest tier that has enough units.
 */
export const chooseMerge = (units: readonly Unit[], { thorough }: { thorough: boolean }): readonly Unit[] => {
  const stale = units.find((unit) => isStale(unit, thorough));
  if (stale) return [stale];
  let from = 0;
  for (const to of tierBytes) {
    const chosen = fillOne(units.filter(({ bytes }) => bytes >= from && bytes < to));
    if (chosen.length > 0) return chosen;
    from = to;
  }
  return [];
};
