import { setTimeout as sleep } from 'node:timers/promises';
import type { AgentOutcome } from '@atelier/agents';
import type { RunContext } from '../../../../kernel/runs/index.ts';
import { runFamilies } from '../../../../kernel/runs/view/index.ts';
import { LeftAnswers } from '../../chat/index.ts';
import type { AgentRunInput } from '../engine/agent-run-type.ts';
import { citedAnswer } from './answer-text.ts';
import { readAnswer, toAnswerText } from './read-answer.ts';

/** An answer is stored within moments after it was left to its run. */
const lookEveryMs = 200;
const mostLooks = 100;

type Rest = Omit<LeftAnswers.RestOfAnswer, 'microCredits'>;

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
  if (!queryId || !(await ctx.tx((tx) => LeftAnswers.isLeftTo(tx, queryId, runId)))) return;
  const text = outcome.failure === null ? await readCitedAnswer(run, input, outcome) : unfinished;
  const rest = { ...text, microCredits: await ctx.tx(({ db }) => runFamilies.costOfFamily(db, runId)) };
  for (let look = 0; look < mostLooks; look += 1) {
    const done = await run.write((tx) => LeftAnswers.continueAnswer(tx, { queryId, runId, rest }));
    if (done !== 'STREAMING') return;
    await sleep(lookEveryMs, undefined, { signal: run.signal });
  }
};
