import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { readJournal, runLists, type SubjectRun, subjectRuns } from '../../../../kernel/runs/view/index.ts';
import { leaveAnswer } from '../../chat/index.ts';
import { agentRunKind } from '../engine/agent-run-type.ts';
import { allParts, ShownParts } from '../runs/present-run.ts';
import { readSteps } from '../runs/read-steps.ts';

/** The time for which the reader of an answer waits for a decision. An answer that nobody reads goes on for longer than that. */
const decisionPatienceMs = 60_000;

const find = (tx: TxCtx, id: string): Promise<SubjectRun | undefined> =>
  subjectRuns.find(tx.db, { id, kinds: [agentRunKind], parts: allParts, visible: undefined });

/** Lists a run, and the runs of agents to which it handed work, as far as they wait. */
const listWaiting = (system: Ctx, runId: string) =>
  system.tx(async (tx) => {
    const below = await runLists.listDescendants(tx.db, runId, undefined);
    const waiting = below.filter(({ kind, status }) => kind === agentRunKind && status === 'WAITING');
    const ids = [runId, ...waiting.map(({ id }) => id)];
    return Promise.all(
      ids.map(async (id) => ({
        input: ShownParts.parse((await find(tx, id))?.input ?? {}),
        entries: await readJournal(tx.db, id),
      })),
    );
  });

/** Returns the title of the call about which somebody has to decide before a run goes on; undefined when there is none. */
const findUndecided = async (system: Ctx, runId: string): Promise<string | undefined> => {
  for (const { input, entries } of await listWaiting(system, runId)) {
    const { open } = await readSteps(system, input, entries);
    const undecided = open.find(({ signal }) => signal !== null);
    if (undecided) return undecided.call.tool.title;
  }
  return undefined;
};

/** Leaves the rest of an answer to its run. Returns false when the run no longer waits, or the answer is not stored. */
const leave = (system: Ctx, queryId: string, runId: string): Promise<boolean> =>
  system.tx(async (tx) => {
    // A run that goes on looks at the answer only at its end, and then waits for this transaction.
    if (!(await leaveAnswer(tx, queryId, runId))) return false;
    if ((await find(tx, runId))?.status === 'WAITING') return true;
    await leaveAnswer(tx, queryId, null);
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
    const title = await findUndecided(system, id);
    if (title !== undefined) {
      since = performance.now();
      tell(title);
    }
    return false;
  };
};
