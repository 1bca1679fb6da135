import {
  type RecordLine,
  type RecordStage,
  recordEndings,
} from '@atelier/contracts/assistants/workers/record-shapes';
import type { WorkerInputKind, WorkerOutputKind } from '@atelier/contracts/assistants/workers/worker-queue';
import { type WorkerLine, WorkerStatus } from '@atelier/contracts/assistants/workers/worker-shapes';
import type { StatusTone } from '../../../../ui/feedback/status-badge.tsx';
import { statusInDetail, statusInList } from '../../../content/documents/index.ts';

interface Words {
  label: string;
  tone: StatusTone;
}

/** The statuses of workers, in the order of the filter. */
export const workerStatusWords: Record<WorkerStatus, Words> = {
  ACTIVE: { label: 'Active', tone: 'success' },
  PAUSED: { label: 'Paused', tone: 'warning' },
  DEACTIVATED: { label: 'Deactivated', tone: 'neutral' },
};

/** Returns the status that an address names; undefined for any other word. */
export const readWorkerStatus = (word: string): WorkerStatus | undefined => WorkerStatus.safeParse(word).data;

export const targetWords = { AGENT: 'Agent', CREW: 'Crew', FLOW: 'Flow' } as const;

/** Returns the address of the page of a worker's target. */
export const addressOfTarget = ({ kind, id }: WorkerLine['target']): string =>
  kind === 'FLOW' ? `/flows/${id}` : `/agent?id=${id}`;

export const inputWords: Record<WorkerInputKind, { label: string; text: string }> = {
  UPLOAD: { label: 'Files by hand', text: 'People drop documents on the page of the worker.' },
  MAIL: { label: 'A mailbox', text: 'Each new mail is one record, with its attachments.' },
  WEBHOOK: { label: 'A web address', text: 'Another system or a form sends to an address of this worker.' },
  SCHEDULE: { label: 'A schedule', text: 'The worker begins by itself at fixed times.' },
  API: { label: 'Programs', text: 'Programs call it with an API key of your company.' },
  APP: {
    label: 'An app',
    text: 'Questions to an app that names this worker, whose results are the answers.',
  },
  WORKER: { label: 'Another worker', text: 'Another worker passes its results on to this one.' },
};

/** Names the origin of a record. People give texts as programs do. */
export const cameFrom = (kind: WorkerInputKind): string =>
  kind === 'API' ? 'A person or program' : inputWords[kind].label;

export const outputWords: Record<WorkerOutputKind, { label: string; text: string }> = {
  KEEP: {
    label: 'Only the record',
    text: 'Results stay in their records, where you read and download them.',
  },
  TABLE: { label: 'A row in a table', text: 'Each result is added to a CSV file of this worker.' },
  FILE: { label: 'A file', text: 'Each result is stored as a file of its record.' },
  MAIL: { label: 'A mail', text: 'Each result is mailed to people.' },
  WEBHOOK: { label: 'Another system', text: 'Each result is sent to a web address, once.' },
  WORKER: { label: 'Another worker', text: 'Each result becomes a record of another worker.' },
};

const waitingWords: Partial<Record<RecordStage, Words>> = {
  HELD: { label: 'On hold', tone: 'warning' },
  QUEUED: { label: 'Queued', tone: 'info' },
  WORKING: { label: 'Working', tone: 'progress' },
  WAITING: { label: 'Needs a decision', tone: 'warning' },
  DELIVERING: { label: 'Delivering', tone: 'progress' },
};

/** The words for a record without a result that people ended. */
const endings: Partial<Record<string, Words>> = {
  [recordEndings.rejected]: { label: 'Rejected', tone: 'neutral' },
  [recordEndings.cancelled]: { label: 'Cancelled', tone: 'neutral' },
};

type Shown = Pick<RecordLine, 'status' | 'stage' | 'cause'>;

const wordsOfState = ({ status, stage, cause }: Shown): Words | undefined => {
  if (status === 'PENDING') return waitingWords[stage];
  if (stage === 'REFUSED') return { label: 'Refused', tone: 'neutral' };
  return status === 'FAILED' ? endings[cause?.code ?? ''] : undefined;
};

/** The status of a record or an activity in a list: what it is doing while it is pending, and else how it ended (IMPORT-11). */
export const recordInList = (record: Shown): Words => wordsOfState(record) ?? statusInList(record.status);

/** The status of a record on its own page (IMPORT-11). */
export const recordInDetail = (record: Shown): Words => wordsOfState(record) ?? statusInDetail(record.status);

/** The filters of the list of records. */
export const recordFilters = [
  { value: '', label: 'Every status' },
  { value: 'WAITING', label: 'Needs a decision' },
  { value: 'PENDING', label: 'Pending' },
  { value: 'COMPLETED', label: 'Completed' },
  { value: 'ERRORED', label: 'Failed' },
  { value: recordEndings.rejected, label: 'Rejected' },
  { value: recordEndings.cancelled, label: 'Cancelled' },
  { value: 'REFUSED', label: 'Refused' },
] as const;
