import type { AskedQuestion } from '@atelier/contracts/history';
import type { StatusTone } from '../../ui/status-badge.tsx';

export type QuestionStatus = AskedQuestion['status'];

export const statusWords: Record<QuestionStatus, { label: string; tone: StatusTone }> = {
  STREAMING: { label: 'In Progress', tone: 'progress' },
  COMPLETED: { label: 'Answered', tone: 'success' },
  STOPPED: { label: 'Stopped', tone: 'neutral' },
  FAILED: { label: 'Failed', tone: 'danger' },
};

const statuses = Object.keys(statusWords) as QuestionStatus[];

export const statusOfWord = (word: string): QuestionStatus | undefined =>
  statuses.find((status) => status === word);

export const statusChoices = [
  { value: '', label: 'All states' },
  ...statuses.map((value) => ({ value, label: statusWords[value].label })),
];

export const askerOf = ({ askedBy }: Pick<AskedQuestion, 'askedBy'>): string => askedBy?.name ?? 'A visitor';
