import type { FlowRunHold, FlowRunStep } from '@atelier/contracts/assistants/flows/flow-run-shapes';
import type { FlowLine, FlowRunStatus } from '@atelier/contracts/assistants/flows/flow-shapes';
import { runWords, type StatusWords } from '../../../../lib/runs/run-words.ts';
import { spanInWords } from '../../../../lib/span-in-words.ts';

export const flowRunWords: Record<FlowRunStatus, StatusWords> = {
  ...runWords,
  SUCCEEDED: { label: 'Succeeded', tone: 'success' },
  REFUSED: { label: 'Refused', tone: 'neutral' },
};

/** Why a run has not begun, in a sentence; `at` writes a time. */
export const holdInWords = (
  { rule, until, collected }: FlowRunHold,
  at: (time: string) => string,
): string => {
  const time = until === null ? '' : at(until);
  switch (rule) {
    case 'concurrency':
      return 'Waits until another run has ended.';
    case 'others':
      return 'Waits behind others for computing time. It goes on by itself.';
    case 'throttle':
      return `Waits for its turn, at ${time}.`;
    case 'debounce':
      return `Waits until nothing more comes, at ${time} at the earliest.`;
    case 'batch':
      return `Collects what comes (${collected ?? 0} so far), until ${time} at the latest.`;
  }
};

/** The executions of one step together: the last status, the number of them, and their time. */
export interface StepOutcome {
  state: FlowRunStep['status'];
  words: string;
}

const stateWords: Record<FlowRunStep['status'], string> = {
  RUNNING: 'running',
  WAITING: 'waiting',
  SUCCEEDED: 'succeeded',
  FAILED: 'failed',
};

const worst: readonly FlowRunStep['status'][] = ['FAILED', 'RUNNING', 'WAITING', 'SUCCEEDED'];

/** Sums up the executions of each step by its name. A step in a loop has one for each round. */
export const summarizeOutcomes = (steps: readonly FlowRunStep[]): Map<string, StepOutcome> => {
  const byName = Map.groupBy(steps, ({ step }) => step);
  return new Map(
    [...byName].map(([name, all]) => {
      const state = worst.find((it) => all.some(({ status }) => status === it)) ?? 'SUCCEEDED';
      const ms = all.reduce((sum, { durationMs }) => sum + durationMs, 0);
      const times = all.length === 1 ? '' : `, ${all.length} times`;
      const took = state === 'WAITING' ? '' : `, ${spanInWords(ms)}`;
      return [name, { state, words: `${stateWords[state]}${times}${took}` }];
    }),
  );
};

/** "Round 2 of Each order" for a step inside loops; empty for others. */
export const roundsInWords = (rounds: FlowRunStep['rounds'], titleOf: (step: string) => string): string =>
  rounds.map(({ step, round }) => `round ${round} of ${titleOf(step)}`).join(', ');

/** The state of a flow in one word. */
export const flowState = ({
  status,
  publishedVersionId,
}: Pick<FlowLine, 'status' | 'publishedVersionId'>): StatusWords => {
  if (publishedVersionId === null) return { label: 'Draft', tone: 'neutral' };
  return status === 'ENABLED' ? { label: 'On', tone: 'success' } : { label: 'Off', tone: 'warning' };
};
