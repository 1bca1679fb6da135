import type { RetrievalSettings } from '@atelier/contracts/content/retrieval/retrieval-shapes';
import type { Ctx } from '../../../kernel/context/context.ts';
import { askStores } from './ask-stores.ts';
import { embedQueries } from './embed-query.ts';
import { findInGraph } from './graph-search.ts';
import {
  canCompareMeaning,
  emptyPlan,
  planByWords,
  type SearchGround,
  type SearchPlan,
} from './search-plan.ts';
import { depthOf, poolOf } from './search-settings.ts';
import type { Stopwatch } from './stopwatch.ts';
import { thinkOfQueries } from './think-of-queries.ts';

interface Planning {
  asked: { query: string; appId?: string; signal?: AbortSignal };
  settings: RetrievalSettings;
  watch: Stopwatch;
}

/** The graph's answer, or undefined with the reason why the vector store has to do. */
const askGraph = async (ctx: Ctx, { bases }: SearchGround, { asked, settings, watch }: Planning) => {
  const { query, appId, signal } = asked;
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

const questionsOf = async (ctx: Ctx, { bases }: SearchGround, { asked, settings, watch }: Planning) => {
  const { query, appId, signal } = asked;
  if (settings.mode !== 'MULTI_QUERY') return { queries: [query], notes: [] };
  const limit = settings.options.queries;
  // Of several knowledge bases, the first that has a choice of its own decides.
  const languageModelId =
    bases.find(({ base }) => base.languageModelId !== null)?.base.languageModelId ?? null;
  const thinking = { query, limit, languageModelId, appId, signal };
  const { queries, note } = await thinkOfQueries(ctx, thinking);
  watch.take('queriesMs');
  return { queries: [query, ...queries], notes: note === null ? [] : [note] };
};

/** Decides the retriever before anything is ranked, and learns what only the world outside knows. */
export const makePlan = async (ctx: Ctx, ground: SearchGround, planning: Planning): Promise<SearchPlan> => {
  const { asked, settings, watch } = planning;
  const notes: string[] = [];
  if (settings.definition === 'KNOWLEDGE_GRAPH') {
    const { graph, notes: said } = await askGraph(ctx, ground, planning);
    notes.push(...said);
    const mode = settings.mode === 'AUTO' ? 'HYBRID' : settings.mode;
    if (graph) return { ...emptyPlan, mode, queries: [asked.query], graph, notes };
  }
  const { queries, notes: asking } = await questionsOf(ctx, ground, planning);
  notes.push(...asking);
  const { bases } = ground;
  const byWords = (failure?: Parameters<typeof planByWords>[2]): SearchPlan => {
    const { mode, notes: why } = planByWords(settings, bases, failure);
    return { ...emptyPlan, mode, queries, notes: [...notes, ...why] };
  };
  if (!canCompareMeaning(settings, bases)) return byWords();
  const { byModel, failure } = await embedQueries(ctx, queries, {
    bases,
    appId: asked.appId,
    signal: asked.signal,
  });
  watch.take('embedMs');
  if (byModel.size === 0) return byWords(failure);
  const mode = settings.mode === 'AUTO' ? 'HYBRID' : settings.mode;
  const plan = { ...emptyPlan, mode, queries, vectors: byModel };
  if (mode === 'ATELIER_COSINE') return { ...plan, notes };
  const { stored, notes: said } = await askStores(ctx, ground, {
    vectors: byModel,
    depth: depthOf(settings),
    signal: asked.signal,
  });
  watch.take('outsideMs');
  return { ...plan, stored, notes: [...notes, ...said] };
};
