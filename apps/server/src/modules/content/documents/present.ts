import type {
  Chunk,
  DocumentVersion,
  ImportBalance,
  KnowledgeImport,
} from '@atelier/contracts/content/bases/import-shapes';
import type { DocumentSummary } from '@atelier/contracts/content/documents/documents';
import { needsAnotherFile } from '@atelier/documents';
import type { z } from 'zod';
import type { AnyCtx } from '../../../kernel/context/context.ts';
import type { RunStatus } from '../../../kernel/runs/index.ts';
import {
  canCancelImport,
  canEditImport,
  canRemoveImport,
  canRetryImport,
  toImportStatus,
} from './import-status.ts';
import { type ChunkRow, type ImportRow, type ImportWithRun, type VersionRow } from './tables.ts';

/** The number of imports of a knowledge base that have this run status. */
interface StatusCount {
  status: RunStatus;
  imports: number;
}

/** Counts so that `found = imported + unchanged + skipped + failed + pending`. A cancelled import counts as skipped. */
export const presentBalance = (
  counts: readonly StatusCount[],
  unchanged: number,
): z.infer<typeof ImportBalance> => {
  const countImports = (...statuses: readonly RunStatus[]) =>
    counts.filter(({ status }) => statuses.includes(status)).reduce((sum, { imports }) => sum + imports, 0);
  const imported = countImports('COMPLETED');
  const skipped = countImports('CANCELLED');
  const failed = countImports('FAILED');
  const pending = countImports('QUEUED', 'WAITING', 'RUNNING');
  return {
    found: imported + unchanged + skipped + failed + pending,
    imported,
    unchanged,
    skipped,
    failed,
    pending,
  };
};

/** Returns why an import waits for another attempt, if it does. */
const presentWaiting = (
  status: KnowledgeImport['status'],
  { cause }: ImportWithRun['run'],
): Pick<KnowledgeImport, 'waiting'> =>
  status === 'IN-QUEUE' && cause?.retryAt !== undefined
    ? { waiting: { code: cause.code, message: cause.message, until: cause.retryAt } }
    : {};

const presentError = ({ code, message }: { code: string; message: string }) => ({
  code,
  message,
  needsAnotherFile: needsAnotherFile(code),
});

export const presentImport = (ctx: AnyCtx, { import: row, run, sameAs }: ImportWithRun): KnowledgeImport => {
  const status = toImportStatus(run);
  return {
    knowledgeBaseImportId: row.id,
    knowledgeBaseId: row.knowledgeBaseId,
    name: row.name,
    type: row.type,
    status,
    stage: run.stage,
    progress: run.progress,
    size: row.size,
    pages: row.pageCount,
    chunkCount: row.chunkCount,
    ...(status === 'ERRORED' && run.cause ? { error: presentError(run.cause) } : {}),
    ...presentWaiting(status, run),
    note: row.note,
    encoding: row.encoding,
    sameAs,
    url: row.url,
    state: row.state,
    version: row.version,
    documentType: row.documentType,
    language: row.language,
    categories: row.categories,
    metadata: row.metadata,
    summaryState: row.summaryState,
    createdAt: row.createdAt.toISOString(),
    finishedAt: run.finishedAt?.toISOString() ?? null,
    abilities: {
      canCancel: canCancelImport(ctx, status),
      canRetry: canRetryImport(ctx, status),
      canRemove: canRemoveImport(ctx),
      canEdit: canEditImport(ctx, status, row),
    },
  };
};

export const presentChunk = (row: ChunkRow): Chunk => ({
  chunkId: row.id,
  ordinal: row.ordinal,
  text: row.text,
  tokens: row.tokens,
  page: row.page,
  second: row.second,
  heading: row.heading,
  start: row.startOffset,
  end: row.endOffset,
  edited: row.edited,
});

/** Presents the current version, which is stored in the import's own row. */
export const presentCurrent = (row: ImportRow): DocumentVersion => ({
  version: row.version,
  reason: row.versionReason,
  madeBy: row.versionBy,
  madeAt: (row.versionAt ?? row.createdAt).toISOString(),
  size: row.size,
  pages: row.pageCount,
  characters: row.charCount,
  metadata: row.metadata,
  chunks: [],
  isShown: row.version === row.shownVersion,
  isCurrent: true,
});

export const presentVersion = (row: ImportRow, kept: VersionRow): DocumentVersion => ({
  version: kept.number,
  reason: kept.reason,
  madeBy: kept.madeBy,
  madeAt: kept.madeAt.toISOString(),
  size: kept.size,
  pages: kept.pageCount,
  characters: kept.charCount,
  metadata: kept.metadata,
  chunks: kept.chunks,
  isShown: kept.number === row.shownVersion,
  isCurrent: false,
});

export const presentSummary = (row: ImportRow): DocumentSummary => ({
  knowledgeBaseImportId: row.id,
  summary: row.summary,
  kind: row.summaryKind,
  state: row.summaryState,
  error: row.summaryState === 'ERRORED' ? row.summaryError : null,
});
