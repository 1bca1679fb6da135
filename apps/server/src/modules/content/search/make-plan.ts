import type { RetrievalSettings } from '@atelier/contracts/content/retrieval/retrieval-shapes';
import type { Ctx } from '../../../kernel/context/context.ts';
import { askStores } from './ask-stores.ts';
import { embedQueries } from './embed-query.ts';
import { findInGraph } from './graph-search.ts';
import {
  canCompareMeaning,
  emptyPlan,
  planByWords,
  type SearchedBases,
  type SearchPlan,
} from './search-plan.ts';
import { depthOf, poolOf } from './search-settings.ts';
import type { Stopwatch } from './stopwatch.ts';
import { thinkOfQueries } from './think-of-queries.ts';

interface Planning {
  request: { query: string; appId?: string; signal?: AbortSignal };
  settings: RetrievalSettings;
  watch: Stopwatch;
}

/** Returns what the graph found, or undefined with the reason for searching without it. */
const askGraph = async (ctx: Ctx, { bases }: SearchedBases, { request, settings, watch }: Planning) => {
  const { query, appId, signal } = request;
  const graph = await findInGraph(ctx, {
    knowledgeBaseIds: bases.map(({ base }) => base.id),
    query,
    mode: settings.graphMode,
    topK: poolOf(settings),
    appId,
    signal,
  });
  watch.take('outsideMs');
  if (graph.hits.length > 0) return { graph, notes: graph.note === null ? [] : [graph.note] };
  const why = graph.note ?? 'The knowledge graph leads to no chunk for this question.';
  return { graph: undefined, notes: [`${why} The chunks were searched directly.`] };
};

const questionsOf = async (ctx: Ctx, { bases }: SearchedBases, { request, settings, watch }: Planning) => {
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

/** Chooses the retriever before anything is ranked, and makes all calls to models and external stores. */
export const makePlan = async (
  ctx: Ctx,
  searched: SearchedBases,
  planning: Planning,
): Promise<SearchPlan> => {
  const { request, settings, watch } = planning;
  const notes: string[] = [];
  if (settings.definition === 'KNOWLEDGE_GRAPH') {
    const { graph, notes: said } = await askGraph(ctx, searched, planning);
    notes.push(...said);
    const mode = settings.mode === 'AUTO' ? 'HYBRID' : settings.mode;
    if (graph) return { ...emptyPlan, mode, queries: [request.query], graph, notes };
  }
  const { queries, notes: asking } = await questionsOf(ctx, searched, planning);
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
  });
  watch.take('embedMs');
  if (byModel.size === 0) return byWords(failure);
  const mode = settings.mode === 'AUTO' ? 'HYBRID' : settings.mode;
  const plan = { ...emptyPlan, mode, queries, vectors: byModel };
  if (mode === 'ATELIER_COSINE') return { ...plan, notes };
  const { stored, notes: said } = await askStores(ctx, searched, {
    vectors: byModel,
    depth: depthOf(settings),
    signal: request.signal,
  });
  watch.take('outsideMs');
  return { ...plan, stored, notes: [...notes, ...said] };
};
