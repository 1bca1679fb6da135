import type { ImportType } from '@atelier/contracts/content/bases/import-shapes';
import { type KnowledgeBase, KnowledgeSourceKind } from '@atelier/contracts/content/bases/knowledge-shapes';
import { revisionFrom } from '../../../kernel/base/revision-from.ts';
import type { AnyCtx } from '../../../kernel/context/context.ts';
import type { RunStatus } from '../../../kernel/runs/index.ts';
import type { DocumentCount, KnowledgeBaseUse } from './extension-points.ts';
import type { KnowledgeBaseWithIndex } from './tables.ts';

export const canChangeKnowledgeBase = (ctx: AnyCtx): boolean => ctx.may('knowledge:write');

const countImports = (counts: readonly DocumentCount[], ...statuses: readonly RunStatus[]): number =>
  counts.filter(({ status }) => statuses.includes(status)).reduce((sum, { imports }) => sum + imports, 0);

const sumCounts = (counts: readonly DocumentCount[]): KnowledgeBase['counts'] => ({
  documents: counts.reduce((sum, { imports }) => sum + imports, 0),
  ready: countImports(counts, 'COMPLETED'),
  processing: countImports(counts, 'QUEUED', 'WAITING', 'RUNNING'),
  failed: countImports(counts, 'FAILED'),
  chunks: counts.filter(({ status }) => status === 'COMPLETED').reduce((sum, { chunks }) => sum + chunks, 0),
});

/** Uploaded and typed documents count as DOCUMENTS, web pages as WEBSITE, and all other sources as ENTERPRISE. */
const toSourceKind = (type: ImportType): KnowledgeSourceKind => {
  if (type === 'WEBSITE') return 'WEBSITE';
  return type === 'FILE' || type === 'MANUAL' ? 'DOCUMENTS' : 'ENTERPRISE';
};

const listSourceKinds = (counts: readonly DocumentCount[]): KnowledgeSourceKind[] => {
  const found = new Set(counts.map(({ type }) => toSourceKind(type)));
  return KnowledgeSourceKind.options.filter((kind) => found.has(kind));
};

/** The state is switched at once, and belongs to no form. */
const settingsRevision = (base: KnowledgeBaseWithIndex['base']): number => {
  const { name, description, languageModelId, retrieval, share, summarize, imageHandling } = base;
  const { dataStructure } = base;
  return revisionFrom([
    ...[name, description, languageModelId, retrieval, share, summarize, imageHandling],
    dataStructure,
  ]);
};

export const presentKnowledgeBase = (
  ctx: AnyCtx,
  { base, index }: KnowledgeBaseWithIndex,
  extras: { counts: readonly DocumentCount[]; uses: readonly KnowledgeBaseUse[] },
): KnowledgeBase => ({
  knowledgeBaseId: base.id,
  revision: settingsRevision(base),
  sourceKinds: listSourceKinds(extras.counts.filter(({ knowledgeBaseId }) => knowledgeBaseId === base.id)),
  name: base.name,
  description: base.description,
  embeddingModelId: index.embeddingModelId,
  languageModelId: base.languageModelId,
  vectorStore: index.vectorStore,
  connectionId: index.connectionId,
  language: index.language,
  chunking: index.chunking,
  retrieval: base.retrieval,
  counts: sumCounts(extras.counts.filter(({ knowledgeBaseId }) => knowledgeBaseId === base.id)),
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
