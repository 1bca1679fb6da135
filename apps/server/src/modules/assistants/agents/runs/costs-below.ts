import type { ChildRow } from '../../../../kernel/runs/view/index.ts';
import { callKey, type ReadRun } from './read-steps.ts';

/** Returns what the runs below a run have spent, in micro-credits. */
export const costBelow = (below: readonly ChildRow[], id: string): number =>
  below
    .filter(({ parentId }) => parentId === id)
    .reduce((sum, { id: childId, cost }) => sum + cost + costBelow(below, childId), 0);

/** Returns what a run and all runs below it have spent, in micro-credits. */
export const costWithBelow = (below: readonly ChildRow[], id: string): number =>
  (below.find((run) => run.id === id)?.cost ?? 0) + costBelow(below, id);

/** The run that a call started, and what the call cost with all runs below it, in micro-credits. */
export interface CallWork {
  childRunId: string | null;
  flowRunId: string | null;
  cost: number;
}

/** Returns what a call started and cost. */
export const workOfCall = (
  { spent, children, flowRuns }: Pick<ReadRun, 'spent' | 'children' | 'flowRuns'>,
  below: readonly ChildRow[],
  call: { turn: number; callId: string },
): CallWork => {
  const key = callKey(call);
  const [childRunId = null, flowRunId = null] = [children.get(key), flowRuns.get(key)];
  const started = childRunId ?? flowRunId;
  const cost = (spent.get(key) ?? 0) + (started === null ? 0 : costWithBelow(below, started));
  return { childRunId, flowRunId, cost };
};
