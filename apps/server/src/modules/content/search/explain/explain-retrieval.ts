import type { RetrievalExplanation } from '@atelier/contracts/content/retrieval/retrieval-explanation';
import { mostChunks, type RetrievalSettings } from '@atelier/contracts/content/retrieval/retrieval-shapes';
import { estimateTokens } from '@atelier/models';
import { buildContext } from '@atelier/retrieval/context';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { getKnowledgeBaseRow } from '../../bases/index.ts';
import { toImportStatus } from '../../documents/declarations.ts';
import { questionEmbedding } from '../../models/index.ts';
import { UnpaidCalls } from '../embed-query.ts';
import { findLists, rank, type StageList } from '../find-lists.ts';
import type { IndexCache } from '../memory/index-cache.ts';
import { indexCache } from '../memory/index-cache.ts';
import { questionVectors } from '../question-vectors.ts';
import { readHits, weighTime } from '../read-hits.ts';
import { searchDocumentRepository } from '../repository.ts';
import { type FoundHit, rerankHits } from '../rerank-hits.ts';
import {
  canCompareMeaning,
  computeDepth,
  computePoolSize,
  makePlan,
  readSearchedBases,
  type SearchedBases,
  type SearchPlan,
  withOverrides,
} from '../search-plan.ts';
import type { RetrievalTest } from '../service/test-retrieval.ts';
import { Stopwatch } from '../stopwatch.ts';
import { explainFacts } from './explain-facts.ts';
import type { DocumentFacts, RankFacts, StageRank } from './facts.ts';
import { findTarget, type Target, type Wanted } from './find-chunk.ts';

type RetrievalQuestion = RetrievalTest & Wanted;

interface Explaining {
  question: RetrievalQuestion;
  settings: RetrievalSettings;
  cache: IndexCache;
  signal: AbortSignal;
}

/** The depth of full rankings, enough for every chunk of a large knowledge base. */
const everything = 1_000_000;
/** The default size of an app's context, in tokens. */
const contextTokens = 6000;

/** Returns the first conditions of the filter that the document does not meet. */
const findFailing = async (tx: TxCtx, importId: string, { filter }: RetrievalSettings) => {
  const failing: RetrievalSettings['filter'] = [];
  for (const condition of filter) {
    if (!(await searchDocumentRepository.matches(tx.db, importId, [condition]))) failing.push(condition);
  }
  return failing;
};

const documentFacts = async (
  tx: TxCtx,
  { document, holdsWords }: Target,
  { searched, explaining }: { searched: SearchedBases; explaining: Explaining },
): Promise<DocumentFacts | undefined> => {
  const [base] = searched.bases;
  if (!document || !base) return undefined;
  const { import: row, run } = document;
  const loaded = await explaining.cache.open(tx, base.index);
  return {
    importId: row.id,
    name: row.name,
    status: toImportStatus(run),
    cause: run.cause,
    hasText: row.charCount > 0,
    holdsWords,
    isEnabled: row.state === 'ENABLED',
    isPublished: loaded.hasDocument(row.id),
    failing: await findFailing(tx, row.id, explaining.settings),
  };
};

const findBest = (hits: readonly { id: string; score: number }[], ids: ReadonlySet<string>) => {
  const at = hits.findIndex(({ id }) => ids.has(id));
  return at < 0 ? undefined : { rank: at + 1, id: hits[at]?.id ?? '', score: hits[at]?.score ?? 0 };
};

const findRank = (hits: readonly { id: string; score: number }[], ids: ReadonlySet<string>): number | null =>
  findBest(hits, ids)?.rank ?? null;

/** Returns the best rank and score of the chunks in each full ranking of the user's own question. */
const ranksIn = (lists: readonly StageList[], ids: ReadonlySet<string>): StageRank[] => {
  const first = new Map<string, StageList>();
  for (const list of lists) if (!first.has(list.stage)) first.set(list.stage, list);
  return [...first.values()].map(({ stage, hits }) => {
    const best = findBest(hits, ids);
    return { stage, rank: best?.rank ?? null, of: hits.length, score: best?.score ?? null };
  });
};

interface Ranked {
  facts: RankFacts;
  hits: FoundHit[];
}

/** Fuses the candidates of all stages, each limited to its usual depth. */
const rankCandidates = (full: readonly StageList[], settings: RetrievalSettings) =>
  rank(
    full.map((list) => ({ ...list, hits: list.hits.slice(0, computeDepth(settings)) })),
    settings,
  );

/** Collects the facts about the chunks in each stage of the search, up to reranking. */
const followRanking = async (
  tx: TxCtx,
  { plan, ids }: { plan: SearchPlan; ids: ReadonlySet<string> },
  { question, settings, cache }: Explaining,
): Promise<Ranked> => {
  const searched = await readSearchedBases(tx, [question.knowledgeBaseId], { settings });
  const full = await findLists(tx, searched, { cache, settings, plan, depth: everything });
  const depth = computeDepth(settings);
  const ranked = rankCandidates(full, settings);
  const mostRanked = rankCandidates(full, { ...settings, topK: mostChunks });
  const isTimed = settings.mode === 'TIME_WEIGHTED';
  const found = await readHits(tx, ranked.slice(0, isTimed ? depth : ranked.length), { searched, cache });
  const hits = isTimed ? await weighTime(tx, found, settings) : found;
  const order = hits.map(({ hit }) => hit);
  const fused = findBest(order, ids);
  const ranks = ranksIn(full, ids);
  if (full.length > 1)
    ranks.push({ stage: 'fused', rank: fused?.rank ?? null, of: order.length, score: fused?.score ?? null });
  const scores = full.flatMap((list) => findBest(list.hits, ids)?.score ?? []);
  return {
    hits: hits.slice(0, computePoolSize(settings)),
    facts: {
      ranks,
      depth,
      bestScore: scores.length === 0 ? null : Math.max(...scores),
      fusedRank: findRank(order, ids),
      rankAtMost: findRank(mostRanked, ids),
      pool: computePoolSize(settings),
      rerankedRank: null,
      context: null,
    },
  };
};

const explainContext = (
  hits: readonly FoundHit[],
  ids: ReadonlySet<string>,
  { topK }: RetrievalSettings,
): RankFacts['context'] => {
  const taken = hits.slice(0, topK).map(({ hit, found: { chunk } }) => ({
    id: hit.id,
    documentId: chunk.importId,
    text: chunk.text,
    start: chunk.startOffset,
    end: chunk.endOffset,
  }));
  if (!taken.some(({ id }) => ids.has(id))) return null;
  const { chunks, leftOut } = buildContext(taken, contextTokens, estimateTokens);
  if (chunks.some(({ hit }) => ids.has(hit.id))) return 'KEPT';
  return leftOut.find(({ id }) => ids.has(id))?.reason === 'budget' ? 'BUDGET' : 'DUPLICATE';
};

const followToTheEnd = async (
  ctx: Ctx,
  { plan, ids }: { plan: SearchPlan; ids: ReadonlySet<string> },
  explaining: Explaining,
): Promise<RankFacts> => {
  const { question, settings, signal } = explaining;
  const { facts, hits } = await ctx.tx((tx) => followRanking(tx, { plan, ids }, explaining));
  if (!settings.rerank.enabled) return { ...facts, context: explainContext(hits, ids, settings) };
  const { hits: reranked } = await rerankHits(ctx, hits, {
    query: question.query,
    settings: settings.rerank,
    appId: undefined,
    signal,
  });
  const best = findBest(
    reranked.map(({ hit }) => hit),
    ids,
  );
  const rerankRank: StageRank = {
    stage: 'rerank',
    rank: best?.rank ?? null,
    of: reranked.length,
    score: best?.score ?? null,
  };
  return {
    ...facts,
    ranks: [...facts.ranks, rerankRank],
    rerankedRank: best?.rank ?? null,
    context: explainContext(reranked, ids, settings),
  };
};

const presentChunk = ({ chunks: [found] }: Target): RetrievalExplanation['chunk'] =>
  found
    ? {
        chunkId: found.chunk.id,
        knowledgeBaseImportId: found.document.id,
        documentName: found.document.name,
        heading: found.chunk.heading,
        text: found.chunk.text,
      }
    : null;

const readFacts = (ctx: Ctx, explaining: Explaining) =>
  ctx.tx(async (tx) => {
    const { question, settings, cache } = explaining;
    const base = await getKnowledgeBaseRow(tx, question.knowledgeBaseId);
    const target = await findTarget(tx, question, { base, cache });
    const searched = await readSearchedBases(tx, [question.knowledgeBaseId], { settings });
    const document = await documentFacts(tx, target, { searched, explaining });
    return { target, searched, document, providers: await questionEmbedding.readStamp(tx) };
  });

interface Asking {
  query: string;
  settings: RetrievalSettings;
  providers: string;
  signal: AbortSignal;
}

const planAndPay = async (
  ctx: Ctx,
  searched: SearchedBases,
  { query, settings, providers, signal }: Asking,
): Promise<SearchPlan> => {
  const unpaid = new UnpaidCalls();
  const known = { vectors: ctx.use(questionVectors), providers };
  try {
    return await makePlan(ctx, searched, {
      request: { query, signal },
      settings,
      watch: new Stopwatch(),
      known,
      unpaid,
      paid: undefined,
    });
  } finally {
    if (unpaid.isAny) await ctx.tx(unpaid.settle);
  }
};

/**
 * Follows a chunk from its import to the context of an answer, and explains where it was lost. It makes the same model
 * calls as a search, so it costs as much. Throws `knowledge.not_found`, `knowledge.import_not_found`,
 * `retrieval.chunk_not_found`.
 */
export const explainRetrieval = async (
  ctx: Ctx,
  question: RetrievalQuestion,
  signal: AbortSignal,
): Promise<RetrievalExplanation> => {
  const {
    chunkId: _chunk,
    knowledgeBaseImportId: _import,
    text: _text,
    query,
    knowledgeBaseId,
    ...overrides
  } = question;
  const { base } = await ctx.tx((tx) => getKnowledgeBaseRow(tx, knowledgeBaseId));
  const settings = withOverrides(base.retrieval, overrides);
  const explaining: Explaining = { question, settings, cache: ctx.use(indexCache), signal };
  const { target, searched, document, providers } = await readFacts(ctx, explaining);
  const ids = new Set(target.chunks.map(({ chunk }) => chunk.id));
  const isSearchable = document?.isPublished && document.isEnabled && document.failing.length === 0;
  const plan =
    isSearchable && ids.size > 0
      ? await planAndPay(ctx, searched, { query, settings, providers, signal })
      : undefined;
  return explainFacts({
    document,
    chunk: presentChunk(target),
    ranking: plan && (await followToTheEnd(ctx, { plan, ids }, explaining)),
    settings: {
      mode: settings.mode,
      topK: settings.topK,
      scoreThreshold: settings.scoreThreshold,
      isReranked: settings.rerank.enabled,
    },
    hasVectors: canCompareMeaning({ ...settings, mode: 'HYBRID' }, searched.bases),
    contextTokens,
  });
};
