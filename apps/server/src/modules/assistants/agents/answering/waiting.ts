import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { runLists, type SubjectRun } from '../../../../kernel/runs/view/index.ts';
import { LeftAnswers } from '../../chat/index.ts';
import { agentRunKind } from '../engine/agent-run-type.ts';
import { findUndecided } from '../runs/find-undecided.ts';

/** The time for which the reader of an answer waits for a decision. An answer that nobody reads goes on for longer than that. */
const decisionPatienceMs = 60_000;

const find = (tx: TxCtx, id: string): Promise<SubjectRun | undefined> =>
  runLists.find(tx.db, { id, kinds: [agentRunKind], parts: [], visible: undefined });

/** Leaves the rest of an answer to its run. Returns false when the run no longer waits, or the answer is not stored. */
const leave = (system: Ctx, queryId: string, runId: string): Promise<boolean> =>
  system.tx(async (tx) => {
    // A run that goes on looks at the answer only at its end, and then waits for this transaction.
    if (!(await LeftAnswers.leaveAnswer(tx, queryId, runId))) return false;
    if ((await find(tx, runId))?.status === 'WAITING') return true;
    await LeftAnswers.leaveAnswer(tx, queryId, null);
    return false;
  });

/**
 * Watches whether a run waits for a decision; `tell` is called once for each such wait. The returned function is called with each look at the
 * run, and returns true when the reader need not wait any longer, because the rest of the answer was left to the run.
 */
export const decisionWatch = (
  system: Ctx,
  queryId: string,
  tell: (title: string) => void,
): ((run: SubjectRun) => Promise<boolean>) => {
  let since: number | undefined;
  return async ({ id, status }) => {
    if (status !== 'WAITING') {
      since = undefined;
      return false;
    }
    if (since !== undefined)
      return performance.now() - since >= decisionPatienceMs && leave(system, queryId, id);
    const [first] = await findUndecided(system, id);
    if (first) {
      since = performance.now();
      tell(first.title);
    }
    return false;
  };
};
