import type { GraphContext, GraphFound as ShownGraph } from '@atelier/contracts/content/graph/graph-shapes';
import type { GraphSearchMode } from '@atelier/contracts/content/retrieval/retrieval-shapes';
import type { GraphHits } from '@atelier/retrieval/graph';
import { fuse } from '@atelier/retrieval/ranking';
import type { Ctx } from '../../../../kernel/context/context.ts';
import type { GraphFound, GraphQuestion } from '../../search/declarations.ts';
import { getGraphSettings, presentChunks, searchKnowledge } from '../../search/index.ts';
import { graphCache, type LoadedGraph } from '../loaded-graph.ts';

type Hit = { id: string; score: number };

const noGraph =
  'A graph has not been built for this knowledge yet, so its chunks were searched directly. Build it under Graph.';

const usesLocal = (mode: GraphSearchMode) => mode !== 'NAIVE_MODE' && mode !== 'GLOBAL_MODE';
const usesGlobal = (mode: GraphSearchMode) => mode !== 'NAIVE_MODE' && mode !== 'LOCAL_MODE';
const usesChunks = (mode: GraphSearchMode) => mode === 'NAIVE_MODE' || mode === 'MIX_MODE';

const most = { entities: 20, relations: 20, text: 6000 };

const nothing = (): GraphContext => ({ entities: [], relations: [], communities: [] });

const buildGraphContext = (graph: LoadedGraph, found: readonly GraphHits[]): GraphContext => {
  const name = (id: string) => graph.entityById.get(id)?.name ?? '';
  const relationById = new Map(graph.relations.map((relation) => [relation.id, relation]));
  const entityIds = [...new Set(found.flatMap((hits) => hits.entityIds))].slice(0, most.entities);
  const relationIds = [...new Set(found.flatMap((hits) => hits.relationIds))].slice(0, most.relations);
  return {
    entities: entityIds.flatMap((entityId) => {
      const entity = graph.entityById.get(entityId);
      return entity ? [{ entityId, name: entity.name, description: entity.description }] : [];
    }),
    relations: relationIds.flatMap((relationId) => {
      const relation = relationById.get(relationId);
      if (!relation) return [];
      const { sourceId, targetId, description } = relation;
      return [{ relationId, source: name(sourceId), target: name(targetId), description }];
    }),
    communities: found.flatMap(({ communities }) =>
      communities.map(({ title, summary }) => ({ title, summary })),
    ),
  };
};

/** Finds chunks without the graph. */
const findDirectly = async (ctx: Ctx, knowledgeBaseId: string, question: GraphQuestion): Promise<Hit[]> => {
  const { query, topK, appId, signal } = question;
  const { results } = await searchKnowledge(ctx, {
    knowledgeBaseIds: [knowledgeBaseId],
    query,
    mode: 'AUTO',
    definition: 'VECTOR_STORE',
    topK,
    scoreThreshold: 0,
    ...(appId === undefined ? {} : { appId }),
    ...(signal === undefined ? {} : { signal }),
  });
  return results.map(({ chunkId, score }) => ({ id: chunkId, score }));
};

interface Found {
  hits: Hit[];
  graph: GraphContext;
  note: string | null;
}

const combine = (rankings: readonly (readonly Hit[])[]): Hit[] => {
  const [only] = rankings;
  if (rankings.length === 1 && only) return [...only];
  return fuse(rankings.map((hits) => ({ weight: 1, hits }))).map(({ id, score }) => ({ id, score }));
};

const searchOne = async (ctx: Ctx, knowledgeBaseId: string, question: GraphQuestion): Promise<Found> => {
  const { mode, query } = question;
  const graph = await ctx.tx((tx) => ctx.use(graphCache).open(tx, knowledgeBaseId));
  const isDirect = usesChunks(mode) || !graph;
  const direct = isDirect ? [await findDirectly(ctx, knowledgeBaseId, question)] : [];
  if (!graph || mode === 'NAIVE_MODE')
    return { hits: combine(direct), graph: nothing(), note: mode === 'NAIVE_MODE' ? null : noGraph };
  const through = [
    ...(usesLocal(mode) ? [graph.searcher.local(query)] : []),
    ...(usesGlobal(mode) ? [graph.searcher.global(query)] : []),
  ];
  return {
    hits: combine([...through.map(({ hits }) => hits), ...direct]),
    graph: buildGraphContext(graph, through),
    note: null,
  };
};

/** Finds chunks through the graphs of knowledge bases. Returns them with the entities and relations that led there. */
const searchGraphs = async (ctx: Ctx, question: GraphQuestion): Promise<Found> => {
  const all: Found[] = [];
  for (const id of question.knowledgeBaseIds) all.push(await searchOne(ctx, id, question));
  const hits = all.flatMap((found) => found.hits);
  hits.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
  return {
    hits: hits.slice(0, question.topK),
    graph: {
      entities: all.flatMap(({ graph }) => graph.entities),
      relations: all.flatMap(({ graph }) => graph.relations),
      communities: all.flatMap(({ graph }) => graph.communities),
    },
    note: all.find(({ note }) => note !== null)?.note ?? null,
  };
};

const describe = ({ entities, relations, communities }: GraphContext): string =>
  [
    ...communities.map(({ title, summary }) => `${title}: ${summary}`),
    ...entities.map(({ name, description }) => `${name}: ${description}`),
    ...relations.map(({ source, target, description }) => `${source} – ${target}: ${description}`),
  ]
    .join('\n')
    .slice(0, most.text);

/** The graph search that retrieval calls. */
export const answerRetrieval = async (ctx: Ctx, question: GraphQuestion): Promise<GraphFound> => {
  const { hits, graph, note } = await searchGraphs(ctx, question);
  return {
    hits: hits.map(({ id, score }) => ({ chunkId: id, score })),
    context: describe(graph),
    note,
  };
};

interface Question {
  knowledgeBaseId: string;
  query: string;
  mode: GraphSearchMode;
  topK?: number | undefined;
}

/** A knowledge base that is switched off is not searched (KB-12). */
const switchedOff = {
  results: [],
  graph: { entities: [], relations: [], communities: [] },
  note: 'This knowledge base is switched off. Switch it on to search it.',
};

/**
 * Searches a graph. Every chunk is returned with its document and position, so that it can be cited. Throws
 * `knowledge.not_found`.
 */
export const searchGraph = async (ctx: Ctx, question: Question, signal: AbortSignal): Promise<ShownGraph> => {
  const { knowledgeBaseId, query, mode } = question;
  const settings = await ctx.tx((tx) => getGraphSettings(tx, knowledgeBaseId));
  if (!settings.isOn) return { mode, ...switchedOff };
  const topK = question.topK ?? settings.topK;
  const found = await searchGraphs(ctx, { knowledgeBaseIds: [knowledgeBaseId], query, mode, topK, signal });
  const hits = found.hits.map(({ id, score }) => ({ chunkId: id, score }));
  const results = await ctx.tx((tx) => presentChunks(tx, question, hits));
  return { mode, results, graph: found.graph, note: found.note };
};
