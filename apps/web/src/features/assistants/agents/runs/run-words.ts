import type { AgentRunState, AgentRunStatus } from '@atelier/contracts/assistants/agents/agent-run-shapes';
import { formatCount, formatExactCredits } from '../../../../lib/format.ts';
import { runWords, type StatusWords } from '../../../../lib/runs/run-words.ts';
import { spanInWords } from '../../../../lib/span-in-words.ts';
import type { LiveRun, ToolStep } from './live-run.ts';

export const agentRunWords: Record<AgentRunStatus, StatusWords> = {
  ...runWords,
  RUNNING: { label: 'Working', tone: 'progress' },
  COMPLETED: { label: 'Done', tone: 'success' },
};

export const callWords: Record<ToolStep['status'], StatusWords> = {
  WAITING: { label: 'Needs your decision', tone: 'warning' },
  RUNNING: { label: 'Under way', tone: 'progress' },
  DONE: { label: 'Done', tone: 'success' },
  FAILED: { label: 'Failed', tone: 'danger' },
  NOT_FITTING: { label: 'Not made: the arguments do not fit', tone: 'warning' },
  REPEATED: { label: 'Not made: it was made before', tone: 'warning' },
  REJECTED: { label: 'Rejected', tone: 'warning' },
  NOT_DECIDED: { label: 'Nobody decided in time', tone: 'warning' },
};

const cutShort: Record<NonNullable<AgentRunState['cutShortBy']>, string> = {
  TURNS: 'all the turns',
  TOKENS: 'all the tokens',
  SECONDS: 'all the time',
};

/** Why the answer may lack something; empty when it does not. */
export const reservations = ({ cutShortBy, isCutOff }: AgentRunState): string[] => [
  ...(cutShortBy === null
    ? []
    : [
        `The agent used ${cutShort[cutShortBy]} that a run may take, and answered with what it knew until then. A larger budget in its settings lets it work longer.`,
      ]),
  ...(isCutOff
    ? ['The answer stops at the longest reply that the agent may write. Its settings allow a longer one.']
    : []),
];

/** Returns the next step to take after a failure that the server describes. */
export const adviceFor = ({ cause, abilities }: AgentRunState): string => {
  if (cause?.code === 'agents.credits_used')
    return 'The limit is in the settings of the agent, under Budget.';
  if (abilities.canRetry) return 'You can continue where it stopped: nothing that was done is done again.';
  return 'You can run the task again after a change.';
};

/** "3 turns · 1,240 tokens · 0.02 credits · 4.1 s" */
export const usageInWords = ({ usage: { turns, tokens, credits, workMs } }: AgentRunState): string =>
  [
    formatCount(turns, 'turn'),
    formatCount(tokens, 'token'),
    `${formatExactCredits(credits)} ${credits === 1 ? 'credit' : 'credits'}`,
    `${spanInWords(workMs)} of work`,
  ].join(' · ');

/** Returns the words that a screen reader speaks while a run goes on: seldom, and never each word. */
export const progressInWords = ({ state, open }: LiveRun): string => {
  if (state === null) return 'The run is being loaded.';
  if (open.some(({ status }) => status === 'WAITING')) return 'The agent waits for your decision.';
  switch (state.status) {
    case 'QUEUED':
      return 'The run is queued.';
    case 'RUNNING':
    case 'WAITING':
      return open.length > 0
        ? `The agent uses ${open.map(({ title }) => title).join(', ')}.`
        : 'The agent is working.';
    case 'COMPLETED':
      return 'The agent is done.';
    case 'FAILED':
      return 'The run failed.';
    case 'CANCELLED':
      return 'The run was cancelled.';
  }
};
