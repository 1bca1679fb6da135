import { setTimeout as sleep } from 'node:timers/promises';
import type { AgentOutcome } from '@atelier/agents';
import type { Citation } from '@atelier/contracts/assistants/chat/chat';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import type { RunContext } from '../../../../kernel/runs/index.ts';
import { runFamilies, runLists, type SubjectRun } from '../../../../kernel/runs/view/index.ts';
import { continueAnswer, isLeftTo, leaveAnswer } from '../../chat/index.ts';
import { type AgentRunInput, agentRunKind } from '../engine/agent-run-type.ts';
import { findUndecided } from '../runs/present-run.ts';
import { citedAnswer } from './answer-text.ts';
import { readAnswer, toAnswerText } from './read-answer.ts';

/** The time for which the reader of an answer waits for a decision. An answer that nobody reads goes on for longer than that. */
const decisionPatienceMs = 60_000;

const find = (tx: TxCtx, id: string): Promise<SubjectRun | undefined> =>
  runLists.find(tx.db, { id, kinds: [agentRunKind], parts: [], visible: undefined });

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
    const [first] = await findUndecided(system, id);
    if (first) {
      since = performance.now();
      tell(first.title);
    }
    return false;
  };
};

/** An answer is stored within moments after it was left to its run. */
const lookEveryMs = 200;
const mostLooks = 100;

interface Rest {
  text: string;
  citations: Citation[];
}

const readCitedAnswer = async (
  run: RunContext,
  input: AgentRunInput,
  outcome: AgentOutcome,
): Promise<Rest> => {
  const { sources } = await readAnswer(run.ctx, run.runId, input);
  const parts = citedAnswer(toAnswerText(outcome), sources);
  return {
    text: parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join(''),
    citations: parts.flatMap((part) => (part.type === 'citation' ? [part.citation] : [])),
  };
};

const unfinished: Rest = {
  text: 'It was decided, but I could not finish. Please ask again, or tell the owner of this app.',
  citations: [],
};

/** Adds the rest to an answer whose reader no longer waits, because somebody had to decide first. Does nothing for all others. */
export const addToLeftAnswer = async (
  run: RunContext,
  input: AgentRunInput,
  outcome: AgentOutcome,
): Promise<void> => {
  const queryId = input.chat?.queryId;
  const { ctx, runId } = run;
  if (!queryId || !(await ctx.tx((tx) => isLeftTo(tx, queryId, runId)))) return;
  const text = outcome.failure === null ? await readCitedAnswer(run, input, outcome) : unfinished;
  const rest = { ...text, microCredits: await ctx.tx(({ db }) => runFamilies.costOfFamily(db, runId)) };
  for (let look = 0; look < mostLooks; look += 1) {
    const done = await run.write((tx) => continueAnswer(tx, { queryId, runId, rest }));
    if (done !== 'STREAMING') return;
    await sleep(lookEveryMs, undefined, { signal: run.signal });
  }
};
