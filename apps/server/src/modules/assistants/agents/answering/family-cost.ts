import type { TxCtx } from '../../../../kernel/context/context.ts';
import { runLists, subjectRuns } from '../../../../kernel/runs/view/index.ts';
import { agentRunKind } from '../engine/agent-run-type.ts';
import { costBelow } from '../runs/costs-below.ts';

/** Returns what a run of an agent and all runs below it have spent, in micro-credits. */
export const costOfFamily = async ({ db }: TxCtx, id: string): Promise<number> => {
  const run = await subjectRuns.find(db, { id, kinds: [agentRunKind], parts: [], visible: undefined });
  return (run?.cost ?? 0) + costBelow(await runLists.listDescendants(db, id, undefined), id);
};
