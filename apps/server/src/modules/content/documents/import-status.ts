import type { ImportStatus, ImportStatusFilter } from '@atelier/contracts/content/bases/import-shapes';
import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import type { AnyCtx } from '../../../kernel/context/context.ts';
import type { RunStatus } from '../../../kernel/runs/index.ts';
import { runs } from '../../../kernel/runs/index.ts';
import { documents, canChangeKnowledgeBase as mayWrite } from '../bases/declarations.ts';

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

export const isCancellable = (status: ImportStatus): boolean =>
  status === 'IN-QUEUE' || status === 'IN-PROGRESS';
export const isRetryable = (status: ImportStatus): boolean => status === 'ERRORED' || status === 'CANCELLED';

export const canCancelImport = (ctx: AnyCtx, status: ImportStatus): boolean =>
  mayWrite(ctx) && isCancellable(status);
export const canRetryImport = (ctx: AnyCtx, status: ImportStatus): boolean =>
  mayWrite(ctx) && isRetryable(status);
export const canRemoveImport = mayWrite;

/**
 * True when a complete text can be edited: that of this version, or, if this version failed, that of the version still
 * shown.
 */
export const isEditable = (
  status: ImportStatus,
  { version, shownVersion }: { version: number; shownVersion: number },
): boolean => status === 'COMPLETED' || (isRetryable(status) && shownVersion < version);

export const canEditImport = (
  ctx: AnyCtx,
  status: ImportStatus,
  versions: { version: number; shownVersion: number },
): boolean => mayWrite(ctx) && isEditable(status, versions);

/** Selects the run status of the document whose id is in `importId`; null when the document was deleted. */
export const statusOfDocument = (importId: AnyColumn): SQL =>
  sql`(select ${runs.status} from ${documents} inner join ${runs} on ${runs.id} = ${documents.runId}
    where ${documents.id} = ${importId})`;
