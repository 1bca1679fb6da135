import type { RunStatus, RunStep } from '@atelier/contracts/assistants/runs/run-shapes';
import type { RunWait } from '@atelier/contracts/kernel/run-parts';
import { formatMoment } from '../../../../lib/format.ts';
import { runWords, type StatusWords } from '../../../../lib/runs/run-words.ts';

export const statusWords: Record<RunStatus, StatusWords> = {
  ...runWords,
  COMPLETED: { label: 'Completed', tone: 'success' },
};

const operations: Record<RunStep['operation'], string> = {
  step: 'Step',
  outward: 'Call of another system',
  transaction: 'Change in the database',
  begun: 'Call of another system, begun',
  sleep: 'Pause',
  wait: 'Wait for a signal',
  signal: 'Signal',
  child: 'Child run',
  ended: 'End of a child run',
};
export const operationInWords = (operation: RunStep['operation']): string => operations[operation];

/** Describes what a run waits for. */
export const waitInWords = ({ kind, name, until }: RunWait): string => {
  const then = until === null ? '' : formatMoment(until);
  switch (kind) {
    case 'TURN':
      return 'Waits for its turn.';
    case 'RETRY':
      return `Tries again on ${then}.`;
    case 'TIME':
      return name === '' ? `Goes on at ${then}.` : `Pauses until ${then} (${name}).`;
    case 'CHILD':
      return `Waits for the end of the child run “${name}”.`;
    case 'SIGNAL':
      return until === null ? `Waits for “${name}”.` : `Waits for “${name}” until ${then}.`;
  }
};
