import type { RunStatus, RunStep } from '@atelier/contracts/assistants/runs/run-shapes';
import type { RunWait } from '@atelier/contracts/kernel/run-parts';
import { formatMoment } from '../../../../lib/format.ts';
import type { StatusTone } from '../../../../ui/feedback/status-badge.tsx';

export const statusWords: Record<RunStatus, { label: string; tone: StatusTone }> = {
  QUEUED: { label: 'Queued', tone: 'neutral' },
  RUNNING: { label: 'Running', tone: 'progress' },
  WAITING: { label: 'Waiting', tone: 'info' },
  COMPLETED: { label: 'Completed', tone: 'success' },
  FAILED: { label: 'Failed', tone: 'danger' },
  CANCELLED: { label: 'Cancelled', tone: 'warning' },
};

export const isOpen = (status: RunStatus): boolean =>
  status === 'QUEUED' || status === 'RUNNING' || status === 'WAITING';

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

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Formats a duration with its two largest units: 12 ms, 3.4 s, 2 min 5 s, 1 h 3 min. */
export const formatSpan = (milliseconds: number): string => {
  const ms = Math.max(0, milliseconds);
  if (ms < second) return `${Math.round(ms)} ms`;
  if (ms < minute) return `${(Math.floor(ms / 100) / 10).toFixed(1)} s`;
  if (ms < hour) return `${Math.floor(ms / minute)} min ${Math.floor((ms % minute) / second)} s`;
  return `${Math.floor(ms / hour)} h ${Math.floor((ms % hour) / minute)} min`;
};
