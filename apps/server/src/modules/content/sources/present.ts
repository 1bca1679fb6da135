import type {
  Source,
  SourceBalance,
  SourceItemOutcome,
  SourceReportItem,
} from '@atelier/contracts/content/sources/source-shapes';
import { separateSecrets } from '@atelier/contracts/fields/field-secrets';
import { revisionFrom } from '../../../kernel/base/revision-from.ts';
import type { AnyCtx } from '../../../kernel/context/context.ts';
import type { RunRow, RunStatus } from '../../../kernel/runs/index.ts';
import { findConnector } from './catalogue.ts';
import type { OutcomeCount, ReportRow } from './repository/items.ts';
import type { SourceWithRun } from './repository/sources.ts';
import type { SourceRow } from './tables.ts';

const mayWrite = (ctx: AnyCtx): boolean => ctx.may('knowledge:write');

/** Returns whether a sync is queued or running. */
export const isSyncing = (status: RunStatus | undefined): boolean =>
  status === 'QUEUED' || status === 'WAITING' || status === 'RUNNING';

export const isRetryable = (status: RunStatus | undefined): boolean =>
  status === 'FAILED' || status === 'CANCELLED';

const canChangeSource = mayWrite;
const canSync = (ctx: AnyCtx, status: RunStatus | undefined): boolean => mayWrite(ctx) && !isSyncing(status);

const statusOf = {
  QUEUED: 'IN-QUEUE',
  WAITING: 'IN-QUEUE',
  RUNNING: 'IN-PROGRESS',
  COMPLETED: 'COMPLETED',
  FAILED: 'ERRORED',
  CANCELLED: 'CANCELLED',
} as const satisfies Record<RunStatus, string>;

/** Counts items so that `found = imported + unchanged + skipped + failed + pending`. Every item has exactly one outcome. */
const presentBalance = (counts: readonly OutcomeCount[]): SourceBalance => {
  const of = (wanted: SourceItemOutcome): number =>
    counts.filter(({ outcome }) => outcome === wanted).reduce((sum, { items }) => sum + items, 0);
  const parts = {
    imported: of('IMPORTED'),
    unchanged: of('UNCHANGED'),
    skipped: of('SKIPPED'),
    failed: of('FAILED'),
    pending: of('PENDING'),
  };
  return {
    ...parts,
    found: Object.values(parts).reduce((sum, part) => sum + part, 0),
    removed: of('REMOVED'),
  };
};

const presentSync = (run: RunRow): Source['sync'] => ({
  syncId: run.id,
  status: statusOf[run.status],
  stage: run.stage,
  progress: run.progress,
  ...(run.status === 'FAILED' && run.cause
    ? { error: { code: run.cause.code, message: run.cause.message } }
    : {}),
  note: run.note,
  startedAt: run.startedAt?.toISOString() ?? null,
  finishedAt: run.finishedAt?.toISOString() ?? null,
});

/** Removes secret fields from settings. No field should hold a secret, but if one does, it must not leave the server. */
const openSettings = ({ type, settings }: SourceRow) =>
  separateSecrets(findConnector(type)?.settingsFields ?? [], settings).open;

/** The state is switched at once, and belongs to no form. */
const settingsRevision = (source: SourceRow): number => {
  const { name, connectionId, schedule, maxItems, skipDuplicates, labels } = source;
  return revisionFrom([
    ...[name, connectionId, schedule, maxItems, skipDuplicates, labels],
    openSettings(source),
  ]);
};

const presentAbilities = (ctx: AnyCtx, run: SourceWithRun['run']): Source['abilities'] => ({
  canUpdate: canChangeSource(ctx),
  canRemove: canChangeSource(ctx),
  canSync: canSync(ctx, run?.status),
  canCancel: mayWrite(ctx) && isSyncing(run?.status),
  canRetry: mayWrite(ctx) && isRetryable(run?.status),
});

export const presentSource = (
  ctx: AnyCtx,
  { source, run }: SourceWithRun,
  extras: { counts: readonly OutcomeCount[]; documents: ReadonlyMap<string, number> },
): Source => ({
  sourceId: source.id,
  revision: settingsRevision(source),
  knowledgeBaseId: source.knowledgeBaseId,
  type: source.type,
  name: source.name,
  settings: openSettings(source),
  connectionId: source.connectionId,
  schedule: source.schedule,
  maxItems: source.maxItems,
  skipDuplicates: source.skipDuplicates,
  labels: source.labels,
  state: source.state,
  pauseReason: source.pauseReason,
  nextSyncAt: source.nextSyncAt?.toISOString() ?? null,
  lastSyncAt: source.syncedAt?.toISOString() ?? null,
  sync: run ? presentSync(run) : null,
  balance: presentBalance(extras.counts.filter(({ sourceId }) => sourceId === source.id)),
  documents: extras.documents.get(source.id) ?? 0,
  hook: source.hookOn === null ? null : { isOn: source.hookOn },
  createdAt: source.createdAt.toISOString(),
  updatedAt: source.updatedAt.toISOString(),
  abilities: presentAbilities(ctx, run),
});

const causes: Record<string, { code: string; message: string }> = {
  GONE: {
    code: 'sources.deleted_here',
    message: 'The document was deleted here. Sync from the start to bring it back.',
  },
  CANCELLED: {
    code: 'sources.cancelled_here',
    message: 'The import of the document was cancelled. Retry it among the documents, or sync again.',
  },
  FAILED: {
    code: 'sources.import_failed',
    message: 'The document could not be read. Open it among the documents: it says why.',
  },
};

const presentCause = ({ item, outcome, status }: ReportRow): SourceReportItem['cause'] => {
  if (item.code) return { code: item.code, message: item.reason ?? '' };
  return outcome === 'SKIPPED' || outcome === 'FAILED' ? (causes[status] ?? null) : null;
};

export const presentReportItem = (row: ReportRow): SourceReportItem => ({
  externalId: row.item.externalId,
  name: row.item.name,
  url: row.item.url,
  outcome: row.outcome,
  cause: presentCause(row),
  knowledgeBaseImportId: row.status === 'GONE' ? null : row.item.importId,
  at: row.item.seenAt.toISOString(),
});
