import type { StatusTone } from '../../../ui/feedback/status-badge.tsx';

export interface StatusView {
  label: string;
  tone: StatusTone;
}

const success: StatusView = { label: 'Success', tone: 'success' };
const errored: StatusView = { label: 'Errored', tone: 'danger' };
const inProgress: StatusView = { label: 'In Progress', tone: 'progress' };
const inQueue: StatusView = { label: 'In Queue', tone: 'info' };
const unknown: StatusView = { label: 'Unknown', tone: 'neutral' };

const views = new Map<string, StatusView>([
  ['SUCCESS', success],
  ['COMPLETED', success],
  ['IMPORTED', success],
  ['FAILED', errored],
  ['ERRORED', errored],
  ['IN-PROGRESS', inProgress],
  ['IN_PROGRESS', inProgress],
  ['IN-QUEUE', inQueue],
  ['IN_QUEUE', inQueue],
  ['RUNNING', inProgress],
  ['PENDING', { label: 'Pending', tone: 'info' }],
  ['STAGED', { label: 'Staged', tone: 'info' }],
  ['CREATED', { label: 'Created', tone: 'info' }],
  ['CANCELLED', { label: 'Cancelled', tone: 'neutral' }],
]);

/** The labels that differ in a list (IMPORT-11). */
const listLabels = new Map<StatusView, StatusView>([
  [success, { label: 'Completed', tone: 'success' }],
  [errored, { label: 'Failed', tone: 'danger' }],
  [inProgress, { label: 'Processing', tone: 'progress' }],
  [inQueue, { label: 'Processing', tone: 'info' }],
]);

/** Returns the label of a status on the page of a document (IMPORT-05 to IMPORT-10, IMPORT-12). */
export const statusInDetail = (status: string): StatusView => views.get(status) ?? unknown;

/** Returns the label of a status in a list (IMPORT-05 to IMPORT-11). */
export const statusInList = (status: string): StatusView => {
  const view = statusInDetail(status);
  return listLabels.get(view) ?? view;
};

/** The status filters of a list (IMPORT-04). `Processing` also includes documents in progress (IMPORT-13). */
export const statusFilters = [
  { value: 'IN-QUEUE', label: 'Processing' },
  { value: 'COMPLETED', label: 'Completed' },
  { value: 'ERRORED', label: 'Failed' },
  { value: 'PENDING', label: 'Pending' },
  { value: 'CANCELLED', label: 'Cancelled' },
] as const;

export type StatusFilter = (typeof statusFilters)[number]['value'];

/** Returns the filter that a word of the address names. */
export const parseStatusFilter = (word: string): StatusFilter | undefined =>
  statusFilters.find(({ value }) => value === word)?.value;

/** Returns true while the document is waiting or being imported. */
export const isUnderWay = (status: string): boolean => status === 'IN-QUEUE' || status === 'IN-PROGRESS';
