import type {
  Chunk,
  ImportBalance,
  ImportType,
  KnowledgeImport,
} from '@atelier/contracts/content/bases/import-shapes';
import { type KnowledgeBase, KnowledgeSourceKind } from '@atelier/contracts/content/bases/knowledge-shapes';
import { needsAnotherFile } from '@atelier/documents';
import type { z } from 'zod';
import type { AnyCtx } from '../../../kernel/context/context.ts';
import type { RunStatus } from '../../../kernel/runs/index.ts';
import { importStatusOf } from './import-status.ts';
import type { KnowledgeBaseUse } from './knowledge-base-uses.ts';
import {
  canCancelImport,
  canChangeKnowledgeBase,
  canEditImport,
  canRemoveImport,
  canRetryImport,
} from './policy.ts';
import type { ImportWithRun } from './repository/imports.ts';
import type { KnowledgeBaseWithIndex, StatusCount } from './repository/knowledge-bases.ts';
import type { ChunkRow } from './tables.ts';

const sumOf = (counts: readonly StatusCount[], ...statuses: readonly RunStatus[]): number =>
  counts.filter(({ status }) => statuses.includes(status)).reduce((sum, { imports }) => sum + imports, 0);

const countsOf = (counts: readonly StatusCount[]): KnowledgeBase['counts'] => ({
  documents: counts.reduce((sum, { imports }) => sum + imports, 0),
  ready: sumOf(counts, 'COMPLETED'),
  processing: sumOf(counts, 'QUEUED', 'WAITING', 'RUNNING'),
  failed: sumOf(counts, 'FAILED'),
  chunks: counts.filter(({ status }) => status === 'COMPLETED').reduce((sum, { chunks }) => sum + chunks, 0),
});

/** Uploaded and typed documents count as DOCUMENTS, web pages as WEBSITE, and all other sources as ENTERPRISE. */
const sourceKindOf = (type: ImportType): KnowledgeSourceKind => {
  if (type === 'WEBSITE') return 'WEBSITE';
  return type === 'FILE' || type === 'MANUAL' ? 'DOCUMENTS' : 'ENTERPRISE';
};

const sourceKindsOf = (counts: readonly StatusCount[]): KnowledgeSourceKind[] => {
  const found = new Set(counts.map(({ type }) => sourceKindOf(type)));
  return KnowledgeSourceKind.options.filter((kind) => found.has(kind));
};

/** Counts so that `found = imported + unchanged + skipped + failed + pending`. A cancelled import counts as skipped. */
export const presentBalance = (
  counts: readonly StatusCount[],
  unchanged: number,
): z.infer<typeof ImportBalance> => {
  const imported = sumOf(counts, 'COMPLETED');
  const skipped = sumOf(counts, 'CANCELLED');
  const failed = sumOf(counts, 'FAILED');
  const pending = sumOf(counts, 'QUEUED', 'WAITING', 'RUNNING');
  return {
    found: imported + unchanged + skipped + failed + pending,
    imported,
    unchanged,
    skipped,
    failed,
    pending,
  };
};

export const presentKnowledgeBase = (
  ctx: AnyCtx,
  { base, index }: KnowledgeBaseWithIndex,
  extras: { counts: readonly StatusCount[]; uses: readonly KnowledgeBaseUse[] },
): KnowledgeBase => ({
  knowledgeBaseId: base.id,
  sourceKinds: sourceKindsOf(extras.counts.filter(({ knowledgeBaseId }) => knowledgeBaseId === base.id)),
  name: base.name,
  description: base.description,
  embeddingModelId: index.embeddingModelId,
  languageModelId: base.languageModelId,
  vectorStore: index.vectorStore,
  connectionId: index.connectionId,
  language: index.language,
  chunking: index.chunking,
  retrieval: base.retrieval,
  counts: countsOf(extras.counts.filter(({ knowledgeBaseId }) => knowledgeBaseId === base.id)),
  apps: extras.uses
    .filter(({ knowledgeBaseId }) => knowledgeBaseId === base.id)
    .map(({ appId, name }) => ({ appId, name })),
  status: base.status,
  share: base.share,
  summarize: base.summarize,
  imageHandling: base.imageHandling,
  dataStructure: base.dataStructure,
  createdAt: base.createdAt.toISOString(),
  updatedAt: base.updatedAt.toISOString(),
  abilities: {
    canUpdate: canChangeKnowledgeBase(ctx),
    canImport: canChangeKnowledgeBase(ctx),
    canRemove: canChangeKnowledgeBase(ctx),
  },
});

/** Returns why an import waits for another attempt, if it does. */
const waitingOf = (
  status: KnowledgeImport['status'],
  { cause }: ImportWithRun['run'],
): Pick<KnowledgeImport, 'waiting'> =>
  status === 'IN-QUEUE' && cause?.retryAt !== undefined
    ? { waiting: { code: cause.code, message: cause.message, until: cause.retryAt } }
    : {};

const errorOf = ({ code, message }: { code: string; message: string }) => ({
  code,
  message,
  needsAnotherFile: needsAnotherFile(code),
});

export const presentImport = (ctx: AnyCtx, { import: row, run, sameAs }: ImportWithRun): KnowledgeImport => {
  const status = importStatusOf(run);
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
    ...(status === 'ERRORED' && run.cause ? { error: errorOf(run.cause) } : {}),
    ...waitingOf(status, run),
    note: row.note,
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
