import type { StatusTone } from '../../ui/feedback/status-badge.tsx';

export interface StatusWords {
  label: string;
  tone: StatusTone;
}

/** The words for what happens to runs of every kind. Each kind has a word of its own for success. */
export const runWords = {
  QUEUED: { label: 'Queued', tone: 'neutral' },
  RUNNING: { label: 'Running', tone: 'progress' },
  WAITING: { label: 'Waiting', tone: 'info' },
  FAILED: { label: 'Failed', tone: 'danger' },
  CANCELLED: { label: 'Cancelled', tone: 'warning' },
} as const satisfies Record<string, StatusWords>;

/** Returns true while a run may still change. */
export const isOpen = ({ status }: { status: string }): boolean =>
  status === 'QUEUED' || status === 'RUNNING' || status === 'WAITING';
