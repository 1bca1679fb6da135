import type { RetrievalMode, RetrievalResult, RetrievalTimings } from '@atelier/contracts';
import type { Ctx, TxCtx } from '../../../kernel/context.ts';
import type { AppError } from '../../../kernel/errors.ts';
import { type KnowledgeBaseWithIndex, knowledgeBaseRepository } from '../repository/knowledge-bases.ts';
import { embedQuery, type QueryVectors } from './embed-query.ts';
import { type IndexCache, indexCache } from './index-cache.ts';
import { presentHits } from './present-hits.ts';
import { mergeHits, rank, type Stages, type UsedMode } from './rank.ts';

export interface KnowledgeSearch {
  /** Ids that name nothing in this tenant are simply not searched. */
  knowledgeBaseIds: readonly string[];
  query: string;
  mode: RetrievalMode;
  topK: number;
  /** 0 to 1, applied to the score of each stage. */
  scoreThreshold: number;
  /** The app that asks, to which the embedding of the question is booked. */
  appId?: string;
  signal?: AbortSignal;
}

export interface KnowledgeFound {
  results: RetrievalResult[];
  /** The mode that was used, never AUTO. */
  mode: UsedMode;
  /** Why it is not the mode that was asked for. */
  note: string | null;
  /** Milliseconds. */
  queries: string[];
  timings: RetrievalTimings;
}

/** Candidates that each stage gives to the fusion, as a multiple of topK and at least. */
const depth = { factor: 4, least: 50 };

const notes = {
  noVectors: 'No embedding model is set up for this knowledge, so it was searched by words (BM25).',
  noVectorsYet: 'No document has embeddings yet, so the knowledge was searched by words (BM25).',
};

interface Plan {
  mode: UsedMode;
  vectors: QueryVectors['byModel'];
  note: string | null;
}

const noteOf = (bases: readonly KnowledgeBaseWithIndex[], failure: AppError | undefined): string => {
  if (failure)
    return `The question could not be embedded (${failure.message}), so it was searched by words (BM25).`;
  const isSetUp = bases.some(({ index }) => index.embeddingModelId !== null);
  return isSetUp ? notes.noVectorsYet : notes.noVectors;
};

const planByWords = (
  bases: readonly KnowledgeBaseWithIndex[],
  { mode }: KnowledgeSearch,
  failure?: AppError,
): Plan => {
  const isExpected = mode === 'BM25' || (mode === 'AUTO' && failure === undefined);
  return { mode: 'BM25', vectors: new Map(), note: isExpected ? null : noteOf(bases, failure) };
};

/** Decides the mode before anything is paid for, and embeds the question. */
const makePlan = async (
  ctx: Ctx,
  bases: readonly KnowledgeBaseWithIndex[],
  search: KnowledgeSearch,
): Promise<Plan> => {
  const { mode, query, appId, signal } = search;
  const { byModel, failure } = await embedQuery(ctx, query, { bases, appId, signal });
  if (byModel.size === 0) return planByWords(bases, search, failure);
  return { mode: mode === 'VECTOR' ? 'VECTOR' : 'HYBRID', vectors: byModel, note: null };
};

interface SearchParts {
  cache: IndexCache;
  plan: Plan;
  search: KnowledgeSearch;
}

/** Runs both stages on one knowledge base, in memory. */
const searchOne = async (
  tx: TxCtx,
  { index }: KnowledgeBaseWithIndex,
  { cache, plan, search }: SearchParts,
): Promise<Stages> => {
  const loaded = await cache.open(tx, index);
  const topK = Math.max(depth.least, search.topK * depth.factor);
  const vector = plan.vectors.get(index.embeddingModelId ?? '');
  const fits = vector !== undefined && vector.length === index.dimensions;
  return {
    bm25: plan.mode === 'VECTOR' ? [] : loaded.lexical.search({ query: search.query, topK }),
    vector: fits ? loaded.vectors.search({ vector, topK }) : [],
  };
};

/** Searches the knowledge bases in memory and reads what was found. */
const searchIn = async (
  tx: TxCtx,
  bases: readonly KnowledgeBaseWithIndex[],
  parts: SearchParts,
): Promise<RetrievalResult[]> => {
  const { plan, search } = parts;
  const found: Stages[] = [];
  for (const base of bases) found.push(await searchOne(tx, base, parts));
  const merged = {
    bm25: mergeHits(found.map(({ bm25 }) => bm25)),
    vector: mergeHits(found.map(({ vector }) => vector)),
  };
  return presentHits(tx, rank(plan.mode, merged, search), search.query);
};

const mayEmbed = ({ mode }: KnowledgeSearch, bases: readonly KnowledgeBaseWithIndex[]): boolean =>
  mode !== 'BM25' && bases.some(({ index }) => index.embeddingModelId !== null && index.dimensions !== null);

/**
 * Finds the passages of knowledge bases that answer a question, best first. AUTO is HYBRID where there are embeddings,
 * else BM25; a mode that is not possible falls back to BM25 and says so in `note`.
 */
export const searchKnowledge = async (ctx: Ctx, search: KnowledgeSearch): Promise<KnowledgeFound> => {
  const startedAt = performance.now();
  const cache = ctx.use(indexCache);
  const read = (tx: TxCtx) => knowledgeBaseRepository.listByIds(tx.db, search.knowledgeBaseIds);
  // Without a question to embed, one transaction does it all.
  const first = await ctx.tx(async (tx) => {
    const bases = await read(tx);
    if (mayEmbed(search, bases)) return { bases };
    const plan = planByWords(bases, search);
    return { bases, plan, results: await searchIn(tx, bases, { cache, plan, search }) };
  });
  const plan = first.plan ?? (await makePlan(ctx, first.bases, search));
  search.signal?.throwIfAborted();
  const embeddedAt = first.plan ? startedAt : performance.now();
  // Read again: the question may have been embedded for a second, and the index has gone on.
  const results =
    first.results ?? (await ctx.tx(async (tx) => searchIn(tx, await read(tx), { cache, plan, search })));
  const endedAt = performance.now();
  return {
    results,
    mode: plan.mode,
    note: plan.note,
    queries: [],
    timings: {
      queriesMs: 0,
      outsideMs: 0,
      rerankMs: 0,
      embedMs: embeddedAt - startedAt,
      searchMs: endedAt - embeddedAt,
      totalMs: endedAt - startedAt,
    },
  };
};
