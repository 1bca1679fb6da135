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

/** The words of a list where they differ (IMPORT-11). */
const listLabels = new Map<StatusView, StatusView>([
  [success, { label: 'Completed', tone: 'success' }],
  [errored, { label: 'Failed', tone: 'danger' }],
  [inProgress, { label: 'Processing', tone: 'progress' }],
  [inQueue, { label: 'Processing', tone: 'info' }],
]);

/** How a status reads beside one document (IMPORT-05 to IMPORT-10, IMPORT-12). */
export const statusInDetail = (status: string): StatusView => views.get(status) ?? unknown;

/** How a status reads in a list (IMPORT-05 to IMPORT-11). */
export const statusInList = (status: string): StatusView => {
  const view = statusInDetail(status);
  return listLabels.get(view) ?? view;
};

/** What the list can be narrowed to (IMPORT-04); `Processing` covers what is being worked on too (IMPORT-13). */
export const statusFilters = [
  { value: 'IN-QUEUE', label: 'Processing' },
  { value: 'COMPLETED', label: 'Completed' },
  { value: 'ERRORED', label: 'Failed' },
  { value: 'PENDING', label: 'Pending' },
  { value: 'CANCELLED', label: 'Cancelled' },
] as const;

export type StatusFilter = (typeof statusFilters)[number]['value'];

/** The filter that a word of the address names. */
export const statusFilterOf = (word: string): StatusFilter | undefined =>
  statusFilters.find(({ value }) => value === word)?.value;

/** Whether the document is still on its way. */
export const isUnderWay = (status: string): boolean => status === 'IN-QUEUE' || status === 'IN-PROGRESS';
