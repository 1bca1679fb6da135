import type {
  RetrievalReply,
  RetrievalResult,
  RetrievalSettings,
} from '@atelier/contracts/content/retrieval/retrieval-shapes';
import { fail } from '../../../kernel/base/errors.ts';
import type { Ctx, TxCtx } from '../../../kernel/context/context.ts';
import { visibleKnowledge } from '../bases/declarations.ts';
import { listSearchedBases } from '../bases/index.ts';
import { type OfferedModels, questionEmbedding, readOfferedModels } from '../models/index.ts';
import type { PaidEmbeddings } from './embed-query.ts';
import { embedAhead, type KnownVectors, UnpaidCalls } from './embed-query.ts';
import { findLists, type RankedHit, rank } from './find-lists.ts';
import type { IndexCache } from './memory/index-cache.ts';
import { indexCache } from './memory/index-cache.ts';
import { holdQuestionEmbeddings } from './prepare-question.ts';
import { questionVectors } from './question-vectors.ts';
import { pairUp, present, readHits, showWhole, weighTime } from './read-hits.ts';
import { type Forgetting, forgetting, recordSearch } from './records/record-search.ts';
import { type FoundHit, rerankHits, rerankLexically } from './rerank-hits.ts';
import {
  completeSettings,
  computeDepth,
  computePoolSize,
  type GivenSettings,
  isSearchedAlike,
  makePlan,
  planInside,
  readSearched,
  readSearchedBases,
  type SearchedBase,
  type SearchedBases,
  type SearchPlan,
  withOverrides,
} from './search-plan.ts';
import { showParents } from './show-parents.ts';
import { Stopwatch } from './stopwatch.ts';

/** A search: its question, its knowledge bases and its settings. */
export interface KnowledgeSearch extends GivenSettings {
  /** Ids that do not exist in this tenant are ignored. */
  knowledgeBaseIds: readonly string[];
  query: string;
  /** The index version to search instead of the active one, for a comparison. */
  indexVersionId?: string;
  /** The app that searches, to which the cost of the question is booked. */
  appId?: string;
  /** True for a test of the retrieval screen: its settings apply, results have quotes, and the history records it. */
  isTest?: boolean;
  /** True for a question that somebody asked an app, which the history records too. */
  isRecorded?: boolean;
  /** The embeddings that the hold of the answer pays for, and its settlement charges. By default the search pays for them. */
  paid?: PaidEmbeddings;
  signal?: AbortSignal;
}

export type KnowledgeFound = RetrievalReply;

/** The state of a search in progress. */
interface Search {
  request: KnowledgeSearch;
  settings: RetrievalSettings;
  cache: IndexCache;
  forgetting: Forgetting;
  watch: Stopwatch;
  known: KnownVectors;
  unpaid: UnpaidCalls;
  paid: PaidEmbeddings | undefined;
  /** True when the transaction that the search ends in does nothing else afterwards. */
  endsTransaction: boolean;
}

const readAgain = (tx: TxCtx, { request, settings }: Search): Promise<SearchedBases> =>
  readSearchedBases(tx, request.knowledgeBaseIds, { settings, indexVersionId: request.indexVersionId });

/** True when the results need no more hits than are shown. */
const needsNoMore = ({ mode, rerank }: RetrievalSettings): boolean =>
  !rerank.enabled && mode !== 'PARENT_CHILD' && mode !== 'TIME_WEIGHTED';

/** Reads the chunks of the first `topK` hits, and further ones only where one of these has been deleted meanwhile. */
const readPool = async (
  tx: TxCtx,
  pool: readonly RankedHit[],
  { searched, search: { settings, cache } }: { searched: SearchedBases; search: Search },
): Promise<FoundHit[]> => {
  const first = pool.slice(0, needsNoMore(settings) ? settings.topK : pool.length);
  const hits = await readHits(tx, first, { searched, cache });
  if (hits.length === first.length || first.length === pool.length) return hits;
  return [...hits, ...(await readHits(tx, pool.slice(first.length), { searched, cache }))];
};

/** Returns the best candidates with their chunks, before reranking. */
const findHits = async (
  tx: TxCtx,
  { searched, plan }: { searched: SearchedBases; plan: SearchPlan },
  search: Search,
): Promise<FoundHit[]> => {
  const { settings, cache } = search;
  const lists = await findLists(tx, searched, { cache, settings, plan, depth: computeDepth(settings) });
  const ranked = rank(lists, settings);
  const isTimed = settings.mode === 'TIME_WEIGHTED';
  const pool = ranked.slice(0, isTimed ? computeDepth(settings) : computePoolSize(settings));
  const hits = await readPool(tx, pool, { searched, search });
  return isTimed ? (await weighTime(tx, hits, settings)).slice(0, computePoolSize(settings)) : hits;
};

/** Returns the first `topK` results, as the retriever shows them. */
const showHits = async (
  tx: TxCtx,
  hits: readonly FoundHit[],
  { request: { query, signal, isTest: isQuoted = false }, settings }: Search,
): Promise<RetrievalResult[]> => {
  const { topK, mode, options } = settings;
  // Several hits may share a parent, so more hits are used than results are shown.
  const looked = mode === 'PARENT_CHILD' ? hits : hits.slice(0, topK);
  const wholes = showWhole(looked);
  if (mode === 'PARENT_CHILD') {
    const parents = await showParents(tx, looked, { parentTokens: options.parentTokens, wholes });
    return present(tx, parents.slice(0, topK), { query, isQuoted, signal });
  }
  const isCompressed = mode === 'CONTEXTUAL_COMPRESSION';
  return present(tx, pairUp(looked, wholes), { query, isQuoted, isCompressed, signal });
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
  const record = () => recordSearch(tx, { ...search, searched, reply });
  const { unpaid } = search;
  // Charging comes last, because other questions wait from it to the end of the transaction.
  const write = () => Promise.all([record(), unpaid.settle(tx)]);
  if (search.endsTransaction && (!unpaid.isAny || unpaid.areOneStatement)) tx.last(write);
  else await write();
  return reply;
};

const ranksInside = ({ rerank }: RetrievalSettings): boolean =>
  !rerank.enabled || rerank.method === 'LEXICAL';

/**
 * Reads again what is searched: the question may have been embedded for a second, and the index may have changed meanwhile. The search goes
 * by the first reading at the same time, which is one message to the database, and is done again only where something did change.
 */
const findAgain = async (
  tx: TxCtx,
  { first, plan }: { first: SearchedBases; plan: SearchPlan },
  search: Search,
): Promise<{ searched: SearchedBases; found: FoundHit[] }> => {
  const [searched, found] = await Promise.all([
    readAgain(tx, search),
    findHits(tx, { searched: first, plan }, search),
  ]);
  const isSame = isSearchedAlike(first, searched);
  return { searched, found: isSame ? found : await findHits(tx, { searched, plan }, search) };
};

/** Reranks without a model and presents, in the transaction of the search. */
const goOnInside = async (
  tx: TxCtx,
  { searched, plan, found }: { searched: SearchedBases; plan: SearchPlan; found: FoundHit[] },
  search: Search,
): Promise<KnowledgeFound> => {
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
    findHits(tx, { searched: await readAgain(tx, search), plan }, search),
  );
  watch.take('searchMs');
  const { query, appId, signal } = request;
  const { hits, note } = await rerankHits(ctx, found, { query, settings: settings.rerank, appId, signal });
  signal?.throwIfAborted();
  watch.take('rerankMs');
  return ctx.tx(async (tx) =>
    conclude(tx, { searched: await readAgain(tx, search), plan, hits, notes: note ? [note] : [] }, search),
  );
};

const searchWithPlan = (
  ctx: Ctx,
  { searched, plan }: { searched: SearchedBases; plan: SearchPlan },
  search: Search,
): Promise<KnowledgeFound> =>
  ranksInside(search.settings)
    ? ctx.tx(async (tx) =>
        goOnInside(tx, { plan, ...(await findAgain(tx, { first: searched, plan }, search)) }, search),
      )
    : searchWithReranker(ctx, plan, search);

/** A test takes missing settings from its knowledge base, which the actor has to see. */
const settingsFor = (request: KnowledgeSearch, [first]: readonly SearchedBase[]): RetrievalSettings => {
  if (request.isTest !== true) return completeSettings(request);
  if (!first) return fail('knowledge.not_found');
  return withOverrides(first.base.retrieval, request);
};

/** The results of the first transaction of a search. */
interface FirstLook {
  search: Search;
  searched: SearchedBases;
  /** Set when no model or external store has to be called before ranking. */
  plan: SearchPlan | undefined;
}

/** Reads everything that decides how to search, in one round trip when there is no filter. */
const lookFirst = async (
  ctx: Ctx,
  tx: TxCtx,
  { offered, ...begun }: Omit<Search, 'settings' | 'known'> & { offered: OfferedModels },
): Promise<FirstLook> => {
  const { request } = begun;
  const visible = request.isTest === true ? visibleKnowledge.bases(tx) : undefined;
  const [found, providers] = await Promise.all([
    listSearchedBases(tx, request.knowledgeBaseIds, visible),
    questionEmbedding.readStamp(tx),
  ]);
  const settings = settingsFor(request, found);
  const search: Search = { ...begun, settings, known: { vectors: ctx.use(questionVectors), providers } };
  const searched = await readSearched(tx, found, { settings, indexVersionId: request.indexVersionId });
  const plan = planInside(tx, searched, search);
  // The hold is the last statement of this transaction.
  const paid =
    plan || request.paid
      ? request.paid
      : await holdQuestionEmbeddings(tx, searched.bases, { ...search, offered });
  return { search: { ...search, paid }, searched, plan };
};

const goOn = async (ctx: Ctx, { search: begun, searched, plan }: FirstLook): Promise<KnowledgeFound> => {
  const search = { ...begun, endsTransaction: true };
  const { paid, request } = search;
  if (paid && paid !== request.paid) {
    await paid.confirm(ctx, request.appId);
    search.unpaid.add(paid.settle(request.appId), paid.settlesAtOnce);
  }
  try {
    const made = plan ?? (await makePlan(ctx, searched, search));
    request.signal?.throwIfAborted();
    return await searchWithPlan(ctx, { searched, plan: made }, search);
  } catch (error) {
    if (search.unpaid.isAny) await ctx.tx(search.unpaid.settle);
    throw error;
  }
};

/**
 * Searches for the chunks of knowledge bases that answer a question, best first. AUTO is HYBRID if there are embeddings and BM25 otherwise.
 * A retriever that is not possible falls back to a search by words and says so in `note`. The first transaction is the only one unless a
 * model or an external store has to be called. Throws `knowledge.not_found` for a test.
 */
export const searchKnowledge = async (ctx: Ctx, request: KnowledgeSearch): Promise<KnowledgeFound> => {
  const { query, appId, signal, paid } = request;
  const begun = {
    request,
    cache: ctx.use(indexCache),
    forgetting: ctx.use(forgetting),
    watch: new Stopwatch(),
    unpaid: new UnpaidCalls(),
    paid,
  };
  if (paid) await embedAhead(ctx, query, { appId, signal, unpaid: begun.unpaid, paid });
  begun.watch.take('embedMs');
  const offered = await readOfferedModels(ctx);
  const { first, found } = await ctx.tx(async (tx) => {
    const looked = await lookFirst(ctx, tx, { ...begun, offered, endsTransaction: true });
    const { search, searched, plan } = looked;
    const isRanked = plan && ranksInside(search.settings);
    if (!isRanked) return { first: looked, found: undefined };
    const hits = await findHits(tx, { searched, plan }, search);
    return { first: looked, found: await goOnInside(tx, { searched, plan, found: hits }, search) };
  });
  return found ?? goOn(ctx, first);
};
