import type {
  RetrievalReply,
  RetrievalResult,
  RetrievalSettings,
} from '@atelier/contracts/content/retrieval/retrieval-shapes';
import { newId } from '../../../kernel/base/ids.ts';
import type { Ctx, TxCtx } from '../../../kernel/context/context.ts';
import { findLists } from './find-lists.ts';
import type { IndexCache } from './memory/index-cache.ts';
import { indexCache } from './memory/index-cache.ts';
import { rank } from './rank.ts';
import { pairUp, present, readHits, showWhole, weighTime } from './read-hits.ts';
import { retrievalHistoryRepository } from './records/repository.ts';
import { type FoundHit, rerankHits, rerankLexically } from './rerank-hits.ts';
import {
  canCompareMeaning,
  depthOf,
  emptyPlan,
  makePlan,
  planByWords,
  poolOf,
  readSearchedBases,
  type SearchedBases,
  type SearchPlan,
  type StoredSettings,
  settingsOf,
} from './search-plan.ts';
import { showParents } from './show-parents.ts';
import { Stopwatch } from './stopwatch.ts';

interface Finished {
  request: { query: string; appId?: string; isTest?: boolean };
  settings: RetrievalSettings;
  searched: SearchedBases;
  reply: RetrievalReply;
}

/**
 * Records a search in the history of each knowledge base that it covered. Only tests of the retrieval screen and searches
 * of chats are recorded.
 */
export const recordRetrieval = async (
  tx: TxCtx,
  { request, settings, searched, reply }: Finished,
): Promise<void> => {
  if (request.isTest !== true && request.appId === undefined) return;
  const user = 'userId' in tx.actor ? tx.actor : undefined;
  for (const { base } of searched.bases) {
    const found = reply.results.filter(({ document }) => document.knowledgeBaseId === base.id);
    await retrievalHistoryRepository.remember(tx.db, {
      id: newId('rtv'),
      knowledgeBaseId: base.id,
      origin: request.isTest === true ? 'TEST' : 'CHAT',
      appId: request.appId ?? null,
      query: request.query,
      settings,
      mode: reply.mode,
      note: reply.note,
      results: found.map(({ chunkId, document, score, stages }) => ({
        chunkId,
        knowledgeBaseImportId: document.knowledgeBaseImportId,
        documentName: document.name,
        heading: document.heading ?? null,
        score,
        stages,
      })),
      timings: reply.timings,
      userId: user?.userId ?? null,
      userName: user?.name ?? null,
    });
  }
};

/** A search: its question, its knowledge bases and its settings, of which only mode, topK and threshold are required. */
export interface KnowledgeSearch extends StoredSettings {
  /** Ids that do not exist in this tenant are ignored. */
  knowledgeBaseIds: readonly string[];
  query: string;
  /** The index version to search instead of the active one, for a comparison. */
  indexVersionId?: string;
  /** The app that searches, to which the cost of the question is booked. */
  appId?: string;
  /** True for a test of the retrieval screen. Such searches, and those with `appId`, are recorded in the history. */
  isTest?: boolean;
  signal?: AbortSignal;
}

export type KnowledgeFound = RetrievalReply;

/** The state of a search in progress. */
interface Search {
  request: KnowledgeSearch;
  settings: RetrievalSettings;
  cache: IndexCache;
  watch: Stopwatch;
}

const readSearched = (tx: TxCtx, { request, settings }: Search): Promise<SearchedBases> =>
  readSearchedBases(tx, request.knowledgeBaseIds, { settings, indexVersionId: request.indexVersionId });

/** Returns the best candidates with their chunks, before reranking. */
const findHits = async (
  tx: TxCtx,
  { searched, plan }: { searched: SearchedBases; plan: SearchPlan },
  { settings, cache }: Search,
): Promise<FoundHit[]> => {
  const lists = await findLists(tx, searched, { cache, settings, plan, depth: depthOf(settings) });
  const ranked = rank(lists, settings);
  const isTimed = settings.mode === 'TIME_WEIGHTED';
  const pool = ranked.slice(0, isTimed ? depthOf(settings) : poolOf(settings));
  const hits = await readHits(tx, pool, { searched, cache });
  return isTimed ? (await weighTime(tx, hits, settings)).slice(0, poolOf(settings)) : hits;
};

/** Returns the first `topK` results, as the retriever shows them. */
const showHits = async (
  tx: TxCtx,
  hits: readonly FoundHit[],
  { request: { query, signal }, settings }: Search,
): Promise<RetrievalResult[]> => {
  const { topK, mode, options } = settings;
  // Several hits may share a parent, so more hits are used than results are shown.
  const looked = mode === 'PARENT_CHILD' ? hits : hits.slice(0, topK);
  const wholes = await showWhole(tx, looked);
  if (mode === 'PARENT_CHILD') {
    const parents = await showParents(tx, looked, { parentTokens: options.parentTokens, wholes });
    return present(tx, parents.slice(0, topK), { query, signal });
  }
  const isCompressed = mode === 'CONTEXTUAL_COMPRESSION';
  return present(tx, pairUp(looked, wholes), { query, isCompressed, signal });
};

const conclude = async (
  tx: TxCtx,
  {
    searched,
    plan,
    hits,
    notes,
  }: { searched: SearchedBases; plan: SearchPlan; hits: FoundHit[]; notes: string[] },
  search: Search,
): Promise<KnowledgeFound> => {
  const results = await showHits(tx, hits, search);
  search.watch.take('searchMs');
  const note = [...plan.notes, ...notes].join(' ') || null;
  const reply: KnowledgeFound = {
    results,
    mode: plan.mode,
    note,
    queries: plan.queries.slice(1),
    timings: search.watch.timings(),
  };
  await recordRetrieval(tx, { ...search, searched, reply });
  return reply;
};

/** Returns whether the search needs neither a model nor an external store before ranking. */
const staysInside = ({ settings }: Search, { bases }: SearchedBases): boolean =>
  !canCompareMeaning(settings, bases) &&
  settings.mode !== 'MULTI_QUERY' &&
  settings.definition === 'VECTOR_STORE';

const ranksInside = ({ rerank }: RetrievalSettings): boolean =>
  !rerank.enabled || rerank.method === 'LEXICAL';

/** Searches, reranks without a model and presents, in one transaction. */
const searchInside = async (
  tx: TxCtx,
  { searched, plan }: { searched: SearchedBases; plan: SearchPlan },
  search: Search,
): Promise<KnowledgeFound> => {
  const found = await findHits(tx, { searched, plan }, search);
  search.watch.take('searchMs');
  const {
    settings: { rerank },
    request: { query, signal },
  } = search;
  const hits = rerank.enabled ? await rerankLexically(tx, found, { query, signal }) : found;
  search.watch.take('rerankMs');
  return conclude(tx, { searched, plan, hits, notes: [] }, search);
};

/** Searches and reranks with a model, which is called between two transactions. */
const searchWithReranker = async (ctx: Ctx, plan: SearchPlan, search: Search): Promise<KnowledgeFound> => {
  const { request, settings, watch } = search;
  const found = await ctx.tx(async (tx) =>
    findHits(tx, { searched: await readSearched(tx, search), plan }, search),
  );
  watch.take('searchMs');
  const { query, appId, signal } = request;
  const { hits, note } = await rerankHits(ctx, found, { query, settings: settings.rerank, appId, signal });
  signal?.throwIfAborted();
  watch.take('rerankMs');
  return ctx.tx(async (tx) =>
    conclude(tx, { searched: await readSearched(tx, search), plan, hits, notes: note ? [note] : [] }, search),
  );
};

const searchWithPlan = (ctx: Ctx, plan: SearchPlan, search: Search): Promise<KnowledgeFound> =>
  ranksInside(search.settings)
    ? // Read again: the question may have been embedded for a second, and the index has gone on.
      ctx.tx(async (tx) => searchInside(tx, { searched: await readSearched(tx, search), plan }, search))
    : searchWithReranker(ctx, plan, search);

interface FirstLook {
  searched: SearchedBases;
  /** Set when no model or external store has to be called before ranking. */
  plan?: SearchPlan;
  reply?: KnowledgeFound;
}

/** Completes the search in one transaction if nothing has to be embedded. */
const lookInside = async (tx: TxCtx, search: Search): Promise<FirstLook> => {
  const searched = await readSearched(tx, search);
  if (!staysInside(search, searched)) return { searched };
  const { request, settings } = search;
  const plan = { ...emptyPlan, ...planByWords(settings, searched.bases), queries: [request.query] };
  if (!ranksInside(settings)) return { searched, plan };
  return { searched, plan, reply: await searchInside(tx, { searched, plan }, search) };
};

/**
 * Finds the chunks of knowledge bases that answer a question, best first. AUTO is HYBRID if there are embeddings and BM25
 * otherwise. A retriever that is not possible falls back to a search by words and says so in `note`.
 */
export const searchKnowledge = async (ctx: Ctx, request: KnowledgeSearch): Promise<KnowledgeFound> => {
  const settings = settingsOf(request);
  const search: Search = { request, settings, cache: ctx.use(indexCache), watch: new Stopwatch() };
  const first = await ctx.tx((tx) => lookInside(tx, search));
  if (first.reply) return first.reply;
  const plan = first.plan ?? (await makePlan(ctx, first.searched, search));
  request.signal?.throwIfAborted();
  return searchWithPlan(ctx, plan, search);
};
