import type {
  RetrievalSettings,
  StageName,
  StageScores,
} from '@atelier/contracts/content/retrieval/retrieval-shapes';
import { createLexicalIndex, encodeLexicalSegment } from '@atelier/retrieval/lexical';
import { fuseScores } from '@atelier/retrieval/ranking';
import { analyze, isEnglish } from '@atelier/retrieval/text';
import type { TxCtx } from '../../../kernel/context/context.ts';
import type { KnowledgeBaseWithIndex } from '../bases/declarations.ts';
import { versionChunks } from '../documents/index.ts';
import type { IndexCache } from './memory/index-cache.ts';
import type { SearchableIndex } from './memory/loaded-index.ts';
import { isInScope, type SearchScope } from './memory/segment-directory.ts';
import { searchDocumentRepository } from './repository.ts';
import { type SearchedBases, type SearchPlan, usesWords } from './search-plan.ts';

/** A hit of one stage. Scores lie between 0 and 1. */
export type StageHit = { id: string; score: number };

/** One ranking of one stage for one of the questions. */
export interface StageList {
  stage: Extract<StageName, 'bm25' | 'vector' | 'summary' | 'graph'>;
  weight: number;
  hits: readonly StageHit[];
  /** The highest possible score of a chunk that the ranking does not contain, if the ranking itself does not show it. */
  floor?: number;
}

export interface RankedHit {
  id: string;
  score: number;
  stages: StageScores;
}

export const noStages: StageScores = {
  bm25: null,
  vector: null,
  summary: null,
  graph: null,
  fused: null,
  recency: null,
  rerank: null,
};

const byScore = (a: StageHit, b: StageHit): number => b.score - a.score || (a.id < b.id ? -1 : 1);

/** Merges the hits of several indexes into one ranking. */
export const mergeHits = (lists: readonly (readonly StageHit[])[]): StageHit[] => lists.flat().sort(byScore);

/** Returns the best score that each stage gave to each chunk. */
const collectScores = (lists: readonly StageList[]): Map<string, StageScores> => {
  const scores = new Map<string, StageScores>();
  for (const { stage, hits } of lists) {
    for (const { id, score } of hits) {
      const known = scores.get(id) ?? { ...noStages };
      known[stage] = Math.max(known[stage] ?? 0, score);
      scores.set(id, known);
    }
  }
  return scores;
};

/**
 * Returns the score assumed for a chunk that a ranking does not contain. For words it is 0. The lowest similarity of two
 * texts depends on the embedding model, so for vectors it is the last score of the ranking.
 */
const findFloor = ({ stage, hits, floor }: StageList): number =>
  floor ?? (stage === 'vector' ? (hits.at(-1)?.score ?? 0) : 0);

/**
 * Orders the hits of all stages. The threshold applies to each stage's own score, because a fused score only gives an order
 * (RETRIEVE-02). A single ranking keeps its scores.
 */
export const rank = (
  found: readonly StageList[],
  { scoreThreshold }: { scoreThreshold: number },
): RankedHit[] => {
  const lists = found
    .filter(({ weight }) => weight > 0)
    .map((list) => ({ ...list, hits: list.hits.filter(({ score }) => score >= scoreThreshold) }));
  const scores = collectScores(lists);
  const [only, ...more] = lists;
  if (only && more.length === 0) {
    return only.hits.map(({ id, score }) => ({ id, score, stages: scores.get(id) ?? noStages }));
  }
  return fuseScores(lists.map((list) => ({ ...list, floor: findFloor(list) }))).map(({ id, score }) => ({
    id,
    score,
    stages: { ...(scores.get(id) ?? noStages), fused: score },
  }));
};

export interface ListSearch {
  cache: IndexCache;
  settings: RetrievalSettings;
  plan: SearchPlan;
  /** The most hits of each ranking. */
  depth: number;
}

/** An index with the segments that are in scope. */
interface OpenedIndex {
  base: KnowledgeBaseWithIndex;
  index: SearchableIndex;
  segments: ReadonlySet<string> | undefined;
}

/** The weight of a generated question; the user's own question counts 1. */
const furtherWeight = 0.6;
/**
 * For MULTI_VECTOR: the number of documents with the best matching summaries, and of the chunks of each that are ranked
 * higher.
 */
const lift = { documents: 8, chunks: 5 };

const narrowed = ({ segments }: OpenedIndex) => (segments ? { inSegments: segments } : {});

const vectorHits = async (
  opened: OpenedIndex,
  at: number,
  { plan, depth }: ListSearch,
): Promise<readonly StageHit[]> => {
  const { base, index } = opened;
  const stored = plan.stored.get(base.base.id)?.[at];
  if (stored) return stored;
  const vector = plan.vectors.get(base.index.embeddingModelId ?? '')?.[at];
  if (vector === undefined || vector.length !== base.index.dimensions) return [];
  return index.findVectors({ vector, topK: depth, ...narrowed(opened) });
};

/** The weight of the words in a hybrid search. */
interface WeightOfWords {
  english: number;
  /** For questions in other languages, which a model may not know. */
  other: number;
}

/** The weight where none was measured for the embedding model. */
const usualWeight: WeightOfWords = { english: 0.5, other: 0.5 };
/** The measured weights (docs/quality.md), by the name of the model, whoever runs it. */
const measuredWeights: ReadonlyMap<string, WeightOfWords> = new Map([
  ['all-minilm-l6-v2', { english: 0.6, other: 0.8 }],
  ['multilingual-e5-small', { english: 0.4, other: 0.4 }],
]);

const suitedWeight = ({ index }: KnowledgeBaseWithIndex): WeightOfWords =>
  measuredWeights.get(index.embeddingModelId?.split('/').at(-1)?.toLowerCase() ?? '') ?? usualWeight;

/**
 * Returns the weights of both rankings. The language of the user's own question counts, because a knowledge base seldom says which languages
 * its documents have. Of several models, the one that needs the words most decides.
 */
const chooseWeights = ({ settings, plan }: ListSearch, bases: readonly KnowledgeBaseWithIndex[]) => {
  const language = isEnglish(plan.queries[0] ?? '') ? 'english' : 'other';
  const suited = Math.max(0, ...bases.map((base) => suitedWeight(base)[language]));
  const chosen = plan.mode === 'HYBRID' ? settings.options.lexicalWeight : null;
  const words = chosen ?? suited;
  return { bm25: words, vector: 1 - words };
};

/** Searches one index for one question. */
interface Found {
  words: readonly StageHit[];
  vectors: readonly StageHit[];
}

const findIn = async (
  opened: OpenedIndex,
  { query, at }: { query: string; at: number },
  search: ListSearch,
): Promise<Found> => {
  const { plan, depth } = search;
  const compares = plan.mode !== 'BM25' && (plan.vectors.size > 0 || plan.stored.size > 0);
  const words = usesWords(plan.mode)
    ? await opened.index.findWords({ query, topK: depth, ...narrowed(opened) })
    : [];
  return { words, vectors: compares ? await vectorHits(opened, at, search) : [] };
};

/** Returns both rankings of one question over all indexes. */
const buildStageLists = (
  found: readonly Found[],
  at: number,
  { plan, weights }: { plan: SearchPlan; weights: ReturnType<typeof chooseWeights> },
): StageList[] => {
  const share = at === 0 ? 1 : furtherWeight;
  const lists: StageList[] = [];
  if (usesWords(plan.mode)) {
    const hits = mergeHits(found.map(({ words }) => words));
    lists.push({ stage: 'bm25', weight: weights.bm25 * share, hits });
  }
  if (plan.mode !== 'BM25' && (plan.vectors.size > 0 || plan.stored.size > 0)) {
    const hits = mergeHits(found.map(({ vectors }) => vectors));
    lists.push({ stage: 'vector', weight: weights.vector * share, hits });
  }
  return lists;
};

/**
 * Ranks documents by the words of their summaries, because summaries have no vectors. Returns one document more than is
 * used, whose score becomes the floor.
 */
const rankSummaries = async (
  tx: TxCtx,
  query: string,
  { bases, scope }: SearchedBases,
): Promise<StageHit[]> => {
  const found = await searchDocumentRepository.listSummaries(
    tx.db,
    bases.map(({ base }) => base.id),
    [...new Set(analyze(query))].slice(0, 16),
  );
  const documents = found
    .filter(({ id }) => isInScope(scope, id))
    .map(({ id, summary }) => ({ id, text: summary }));
  const index = createLexicalIndex();
  index.addSegment('summaries', encodeLexicalSegment(documents));
  return index.search({ query, topK: lift.documents + 1 }).map(({ id, score }) => ({ id, score }));
};

const open = async (
  tx: TxCtx,
  base: KnowledgeBaseWithIndex,
  { scope, search }: { scope: SearchScope; search: ListSearch },
): Promise<OpenedIndex> => {
  const { plan, cache } = search;
  const index = await cache.open(tx, base.index);
  if (plan.vectors.size > 0 && !plan.stored.has(base.base.id)) await index.bringVectors(tx);
  return { base, index, segments: index.segmentsIn(scope) };
};

/** Returns the best chunks of one document for the question, or its first chunks when none matches. */
const findChunkIds = async (
  tx: TxCtx,
  importId: string,
  { bases, search }: { bases: readonly KnowledgeBaseWithIndex[]; search: ListSearch },
): Promise<string[]> => {
  const scope: SearchScope = { kind: 'ONLY', importIds: new Set([importId]) };
  const query = search.plan.queries[0] ?? '';
  const homes: string[] = [];
  const found: StageHit[] = [];
  for (const base of bases) {
    const inside = await open(tx, base, { scope, search });
    if (!inside.index.hasDocument(importId)) continue;
    homes.push(base.index.id);
    const words = await inside.index.findWords({ query, topK: lift.chunks, ...narrowed(inside) });
    found.push(
      ...(words.length > 0 ? words : await vectorHits(inside, 0, { ...search, depth: lift.chunks })),
    );
  }
  if (found.length > 0) return mergeHits([found]).map(({ id }) => id);
  return versionChunks.listFirstIds(tx, { importId, indexVersionIds: homes }, lift.chunks);
};

/** For MULTI_VECTOR: returns chunks of the documents whose summaries match, each with the score of the summary. */
const summaryList = async (tx: TxCtx, searched: SearchedBases, search: ListSearch): Promise<StageList> => {
  const hits: StageHit[] = [];
  const documents = await rankSummaries(tx, search.plan.queries[0] ?? '', searched);
  for (const { id, score } of documents.slice(0, lift.documents)) {
    const chunks = await findChunkIds(tx, id, { bases: searched.bases, search });
    hits.push(...chunks.slice(0, lift.chunks).map((chunkId) => ({ id: chunkId, score })));
  }
  return { stage: 'summary', weight: 0.5, hits, floor: documents[lift.documents]?.score ?? 0 };
};

/** Returns every ranking that the retriever needs, from the indexes and from external stores. */
export const findLists = async (
  tx: TxCtx,
  searched: SearchedBases,
  search: ListSearch,
): Promise<StageList[]> => {
  const { plan, settings } = search;
  if (plan.graph) {
    const hits = plan.graph.hits.map(({ chunkId, score }) => ({ id: chunkId, score }));
    return [{ stage: 'graph', weight: 1, hits }];
  }
  const found: Found[][] = plan.queries.map(() => []);
  // Indexes are searched one after the other, because together they may exceed the memory for indexes.
  for (const base of searched.bases) {
    const opened = await open(tx, base, { scope: searched.scope, search });
    for (const [at, query] of plan.queries.entries())
      found[at]?.push(await findIn(opened, { query, at }, search));
  }
  const weights = chooseWeights(search, searched.bases);
  const lists = found.flatMap((each, at) => buildStageLists(each, at, { plan, weights }));
  if (settings.mode === 'MULTI_VECTOR') lists.push(await summaryList(tx, searched, search));
  return lists;
};
