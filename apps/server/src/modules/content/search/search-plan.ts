import type { FilterCondition } from '@atelier/contracts/content/retrieval/retrieval-filter';
import { type RetrievalMode, RetrievalSettings } from '@atelier/contracts/content/retrieval/retrieval-shapes';
import type { z } from 'zod';
import type { AppError } from '../../../kernel/base/errors.ts';
import type { Ctx, TxCtx } from '../../../kernel/context/context.ts';
import type { KnowledgeBaseWithIndex } from '../bases/declarations.ts';
import { findIndexVersion, listSearchedBases } from '../bases/index.ts';
import { vectorStore } from '../indexing/index.ts';
import { askStores } from './ask-stores.ts';
import type { PaidEmbeddings } from './embed-query.ts';
import {
  embedQueries,
  findKnownVectors,
  type KnownVectors,
  type UnpaidCalls,
  type VectorsByModel,
} from './embed-query.ts';
import type { StageHit } from './find-lists.ts';
import { findInGraph, type GraphFound } from './graph-search.ts';
import type { SearchScope } from './memory/segment-directory.ts';
import { searchDocumentRepository } from './repository.ts';
import type { Stopwatch } from './stopwatch.ts';
import { thinkOfQueries } from './think-of-queries.ts';

/** A retriever that was chosen. */
export type UsedMode = Exclude<RetrievalMode, 'AUTO'>;

type Settings = z.input<typeof RetrievalSettings>;
/** Settings that may be incomplete: stored ones, because settings were introduced later, and those of one search. */
export type GivenSettings = { [Setting in keyof Settings]?: Settings[Setting] | undefined };

const defaults = RetrievalSettings.parse({});

/** Completes settings with defaults. Bounds are checked at the endpoints, not here. */
export const completeSettings = (stored: GivenSettings): RetrievalSettings => ({
  mode: stored.mode ?? defaults.mode,
  topK: stored.topK ?? defaults.topK,
  scoreThreshold: stored.scoreThreshold ?? defaults.scoreThreshold,
  definition: stored.definition ?? defaults.definition,
  graphMode: stored.graphMode ?? defaults.graphMode,
  rerank: { ...defaults.rerank, ...withoutUndefined(stored.rerank) },
  filter: stored.filter ?? defaults.filter,
  options: { ...defaults.options, ...withoutUndefined(stored.options) },
});

/** Returns the settings without undefined ones. */
function withoutUndefined<T extends object>(
  part: T | undefined,
): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(part ?? {}).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };
}

/** Returns the knowledge base's settings, overridden by those given for this search. */
export const withOverrides = (stored: RetrievalSettings, given: GivenSettings): RetrievalSettings =>
  completeSettings({ ...stored, ...withoutUndefined(given) });

/** The number of candidates of each stage: a multiple of topK, and a minimum. */
const depth = { factor: 4, least: 50 };

export const computeDepth = ({ topK, rerank }: RetrievalSettings): number =>
  Math.max(depth.least, topK * depth.factor, rerank.enabled ? rerank.candidates : 0);

/** Returns how many of the best candidates are read and, if enabled, reranked. Without reranking it is twice topK, so that deleted chunks leave no gap. */
export const computePoolSize = (settings: RetrievalSettings): number =>
  settings.rerank.enabled ? Math.max(settings.rerank.candidates, settings.topK) : settings.topK * 2;

const onlyMeaning: ReadonlySet<string> = new Set<UsedMode>(['VECTOR', 'ATELIER_COSINE']);

export const usesMeaning = ({ mode }: Pick<RetrievalSettings, 'mode'>): boolean => mode !== 'BM25';
export const usesWords = (mode: UsedMode): boolean => !onlyMeaning.has(mode);

/** True when exactly the question itself is embedded, and nothing else before the search. */
export const embedsQuestion = ({ mode, definition }: RetrievalSettings): boolean =>
  usesMeaning({ mode }) && mode !== 'MULTI_QUERY' && definition === 'VECTOR_STORE';

/** Retrievers that require vectors. */
export const needsVectors = ({ mode }: Pick<RetrievalSettings, 'mode'>): boolean =>
  mode === 'HYBRID' || onlyMeaning.has(mode);

/**
 * Reads the scope of a search before anything is ranked, so that a narrow filter still finds enough chunks. Disabled
 * documents are never found. Without a filter, the scope lists the few disabled documents rather than the many enabled
 * ones, which were read with the knowledge bases.
 */
const readScope = async (
  tx: TxCtx,
  bases: readonly SearchedBase[],
  filter: readonly FilterCondition[],
): Promise<SearchScope> => {
  if (filter.length === 0)
    return { kind: 'ALL_BUT', importIds: new Set(bases.flatMap(({ disabled }) => disabled)) };
  const ids = await searchDocumentRepository.listEnabledIds(
    tx.db,
    bases.map(({ base }) => base.id),
    filter,
  );
  return { kind: 'ONLY', importIds: new Set(ids) };
};

/** A knowledge base as it was read for a search. */
export type SearchedBase = Awaited<ReturnType<typeof listSearchedBases>>[number];

/** The knowledge bases and documents that a search covers, as read from the database. */
export interface SearchedBases {
  bases: readonly KnowledgeBaseWithIndex[];
  scope: SearchScope;
}

/** The results of models and external stores that a search has obtained before ranking. */
export interface SearchPlan {
  mode: UsedMode;
  /** The user's question, followed by generated ones. */
  queries: readonly string[];
  vectors: VectorsByModel;
  /** The hits of external stores, per knowledge base and question. */
  stored: ReadonlyMap<string, readonly (readonly StageHit[])[]>;
  graph: GraphFound | undefined;
  notes: readonly string[];
}

export const emptyPlan: Omit<SearchPlan, 'mode' | 'queries'> = {
  vectors: new Map(),
  stored: new Map(),
  graph: undefined,
  notes: [],
};

const noVectors = 'No embedding model is set up for this knowledge, so it was searched by words (BM25).';
const noVectorsYet = 'No document has embeddings yet, so the knowledge was searched by words (BM25).';

/**
 * Selects the index versions and documents that are searched in knowledge bases that were read before. `indexVersionId` replaces the active
 * version by another one.
 */
export const readSearched = async (
  tx: TxCtx,
  found: readonly SearchedBase[],
  { settings, indexVersionId }: { settings: RetrievalSettings; indexVersionId?: string | undefined },
): Promise<SearchedBases> => {
  // A knowledge base that is switched off is not searched (KB-12).
  const bases = found.filter(({ base }) => base.status === 'ON');
  const scope = await readScope(tx, bases, settings.filter);
  if (indexVersionId === undefined) return { bases, scope };
  const index = await findIndexVersion(tx, indexVersionId);
  return {
    bases: bases.flatMap(({ base }) => (index?.knowledgeBaseId === base.id ? [{ base, index }] : [])),
    scope,
  };
};

/** Reads the knowledge bases that are searched. */
export const readSearchedBases = async (
  tx: TxCtx,
  knowledgeBaseIds: readonly string[],
  searching: { settings: RetrievalSettings; indexVersionId?: string | undefined },
): Promise<SearchedBases> => readSearched(tx, await listSearchedBases(tx, knowledgeBaseIds), searching);

/** True when both readings lead a search to the same chunks: the same index versions at the same revisions, and the same documents. */
export const isSearchedAlike = (one: SearchedBases, other: SearchedBases): boolean =>
  one.bases.length === other.bases.length &&
  one.bases.every(({ base, index }, at) => {
    const now = other.bases[at];
    return now?.base.id === base.id && now.index.id === index.id && now.index.revision === index.revision;
  }) &&
  one.scope.kind === other.scope.kind &&
  one.scope.importIds.symmetricDifference(other.scope.importIds).size === 0;

export const canCompareMeaning = (
  settings: RetrievalSettings,
  bases: readonly KnowledgeBaseWithIndex[],
): boolean =>
  usesMeaning(settings) &&
  bases.some(({ index }) => index.embeddingModelId !== null && index.dimensions !== null);

/** Returns the retriever that is used when there are no vectors, and why it is not the requested one. */
export const planByWords = (
  { mode }: RetrievalSettings,
  bases: readonly KnowledgeBaseWithIndex[],
  failure?: AppError,
): { mode: UsedMode; notes: string[] } => {
  const used = mode === 'AUTO' || needsVectors({ mode }) ? 'BM25' : mode;
  if (failure) {
    const why = `The question could not be embedded (${failure.message}), so it was searched by words (BM25).`;
    return { mode: used, notes: [why] };
  }
  if (!needsVectors({ mode })) return { mode: used, notes: [] };
  const isSetUp = bases.some(({ index }) => index.embeddingModelId !== null);
  return { mode: used, notes: [isSetUp ? noVectorsYet : noVectors] };
};

interface Planning {
  request: { query: string; appId?: string; signal?: AbortSignal };
  settings: RetrievalSettings;
  watch: Stopwatch;
  known: KnownVectors;
  unpaid: UnpaidCalls;
  paid: PaidEmbeddings | undefined;
}

/** Returns the results of the graph, or undefined with the reason for searching without it. */
const askGraph = async (ctx: Ctx, { bases }: SearchedBases, { request, settings, watch }: Planning) => {
  const { query, appId, signal } = request;
  const graph = await findInGraph(ctx, {
    knowledgeBaseIds: bases.map(({ base }) => base.id),
    query,
    mode: settings.graphMode,
    topK: computePoolSize(settings),
    appId,
    signal,
  });
  watch.take('outsideMs');
  if (graph.hits.length > 0) return { graph, notes: graph.note === null ? [] : [graph.note] };
  const why = graph.note ?? 'The knowledge graph leads to no chunk for this question.';
  return { graph: undefined, notes: [`${why} The chunks were searched directly.`] };
};

const planQueries = async (ctx: Ctx, { bases }: SearchedBases, { request, settings, watch }: Planning) => {
  const { query, appId, signal } = request;
  if (settings.mode !== 'MULTI_QUERY') return { queries: [query], notes: [] };
  const limit = settings.options.queries;
  // Of several knowledge bases, the first with a language model of its own decides.
  const languageModelId =
    bases.find(({ base }) => base.languageModelId !== null)?.base.languageModelId ?? null;
  const thinking = { query, limit, languageModelId, appId, signal };
  const { queries, note } = await thinkOfQueries(ctx, thinking);
  watch.take('queriesMs');
  return { queries: [query, ...queries], notes: note === null ? [] : [note] };
};

const usesStore = ({ mode }: RetrievalSettings, bases: readonly KnowledgeBaseWithIndex[]): boolean =>
  mode !== 'ATELIER_COSINE' && bases.some(({ index }) => vectorStore.isExternal(index));

const usedMode = ({ mode }: RetrievalSettings): UsedMode => (mode === 'AUTO' ? 'HYBRID' : mode);

/**
 * Chooses the retriever when neither a model nor an external store has to be called: for a search by words, or for a question whose vectors
 * are known. Returns undefined otherwise.
 */
export const planInside = (
  tx: TxCtx,
  { bases }: SearchedBases,
  { request: { query }, settings, known }: Pick<Planning, 'request' | 'settings' | 'known'>,
): SearchPlan | undefined => {
  if (settings.mode === 'MULTI_QUERY' || settings.definition !== 'VECTOR_STORE') return undefined;
  if (!canCompareMeaning(settings, bases))
    return { ...emptyPlan, ...planByWords(settings, bases), queries: [query] };
  if (usesStore(settings, bases)) return undefined;
  const vectors = findKnownVectors(tx, query, { bases, known });
  return vectors && { ...emptyPlan, mode: usedMode(settings), queries: [query], vectors };
};

/** Chooses the retriever before anything is ranked, and makes all calls to models and external stores. */
export const makePlan = async (
  ctx: Ctx,
  searched: SearchedBases,
  planning: Planning,
): Promise<SearchPlan> => {
  const { request, settings, watch, known, unpaid, paid } = planning;
  const notes: string[] = [];
  if (settings.definition === 'KNOWLEDGE_GRAPH') {
    const { graph, notes: said } = await askGraph(ctx, searched, planning);
    notes.push(...said);
    if (graph) return { ...emptyPlan, mode: usedMode(settings), queries: [request.query], graph, notes };
  }
  const { queries, notes: asking } = await planQueries(ctx, searched, planning);
  notes.push(...asking);
  const { bases } = searched;
  const byWords = (failure?: Parameters<typeof planByWords>[2]): SearchPlan => {
    const { mode, notes: why } = planByWords(settings, bases, failure);
    return { ...emptyPlan, mode, queries, notes: [...notes, ...why] };
  };
  if (!canCompareMeaning(settings, bases)) return byWords();
  const { byModel, failure } = await embedQueries(ctx, queries, {
    bases,
    appId: request.appId,
    signal: request.signal,
    known,
    unpaid,
    paid,
  });
  watch.take('embedMs');
  if (byModel.size === 0) return byWords(failure);
  const mode = usedMode(settings);
  const plan = { ...emptyPlan, mode, queries, vectors: byModel };
  if (mode === 'ATELIER_COSINE') return { ...plan, notes };
  const { stored, notes: said } = await askStores(ctx, searched, {
    vectors: byModel,
    depth: computeDepth(settings),
    signal: request.signal,
  });
  watch.take('outsideMs');
  return { ...plan, stored, notes: [...notes, ...said] };
};
