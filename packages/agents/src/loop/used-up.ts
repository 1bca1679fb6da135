import type { AgentOutcome } from '../outcome.ts';
import { beginning } from './beginning.ts';
import type { CallResult } from './make-calls.ts';

/** Characters of the last result that a run answers whose budget is used up. */
const keptOfResult = 2000;

/** Returns the beginning of the last result that a tool gave; undefined when none gave one. */
export const lastFound = (results: readonly CallResult[]): string | undefined => {
  const done = results.findLast(({ step, text }) => step.status === 'DONE' && text.trim() !== '');
  return done && beginning(done.text, keptOfResult);
};

const reasons: Record<NonNullable<AgentOutcome['cutShortBy']>, string> = {
  TURNS: 'All turns that this agent may take are used up',
  TOKENS: 'All tokens that this agent may use are used up',
  SECONDS: 'The time that this agent may take is used up',
};

/** Returns what a run answers whose model said nothing when its budget was used up: why it stopped, and what was found last. */
export const usedUpAnswer = (
  cutShortBy: NonNullable<AgentOutcome['cutShortBy']>,
  foundLast: string,
): string => {
  const why = `${reasons[cutShortBy]}, and it had no answer by then.`;
  return foundLast === ''
    ? `${why} It had found nothing.`
    : `${why} This is what it had found last:\n\n${foundLast}`;
};
