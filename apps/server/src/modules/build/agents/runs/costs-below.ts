import type { ChildRow } from '../../../../kernel/runs/view/index.ts';

/** Returns what the runs below a run have spent, in micro-credits. */
export const costBelow = (below: readonly ChildRow[], id: string): number =>
  below
    .filter(({ parentId }) => parentId === id)
    .reduce((sum, { id: childId, cost }) => sum + cost + costBelow(below, childId), 0);

/** Returns what a run and all runs below it have spent, in micro-credits. */
export const costWithBelow = (below: readonly ChildRow[], id: string): number =>
  (below.find((run) => run.id === id)?.cost ?? 0) + costBelow(below, id);
