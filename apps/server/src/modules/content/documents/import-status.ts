import type { ImportStatus, ImportStatusFilter } from '@atelier/contracts/content/bases/import-shapes';
import type { RunStatus } from '../../../kernel/runs/index.ts';

const statusOf: Record<RunStatus, ImportStatus> = {
  QUEUED: 'IN-QUEUE',
  WAITING: 'IN-QUEUE',
  RUNNING: 'IN-PROGRESS',
  COMPLETED: 'COMPLETED',
  FAILED: 'ERRORED',
  CANCELLED: 'CANCELLED',
};

/** The status of an import. It is derived from the latest run and never stored. */
export const toImportStatus = (run: { status: RunStatus }): ImportStatus => statusOf[run.status];

/** The filter "Processing" covers queued and running imports (IMPORT-13). */
const runStatuses: Record<ImportStatusFilter, readonly RunStatus[]> = {
  'IN-QUEUE': ['QUEUED', 'WAITING', 'RUNNING'],
  'IN-PROGRESS': ['RUNNING'],
  PENDING: ['QUEUED', 'WAITING'],
  CREATED: ['QUEUED'],
  STAGED: ['WAITING'],
  COMPLETED: ['COMPLETED'],
  ERRORED: ['FAILED'],
  CANCELLED: ['CANCELLED'],
};

export const runStatusesFor = (filter: ImportStatusFilter): readonly RunStatus[] => runStatuses[filter];
