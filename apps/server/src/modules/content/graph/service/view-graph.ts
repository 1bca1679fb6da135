import { EntityType, type GraphNode, type GraphView } from '@atelier/contracts/content/graph/graph-shapes';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { getGraphSettings } from '../../search/index.ts';
import { graphCache, type LoadedGraph } from '../loaded-graph.ts';
import { presentEdge, presentNode } from '../present.ts';

interface Filter {
  search?: string | undefined;
  type?: EntityType | undefined;
  knowledgeBaseImportId?: string | undefined;
}

/** The most relations that are shown. The strongest are chosen. */
const mostEdges = 1500;

type Entity = LoadedGraph['entities'][number];

/** Returns the graph of a knowledge base that the actor may see. Throws `knowledge.not_found`. */
export const openGraph = (ctx: Ctx, knowledgeBaseId: string): Promise<LoadedGraph | undefined> =>
  ctx.tx(async (tx) => {
    await getGraphSettings(tx, knowledgeBaseId);
    return ctx.use(graphCache).open(tx, knowledgeBaseId);
  });

const createFits = (graph: LoadedGraph, { search, type, knowledgeBaseImportId }: Filter) => {
  const wanted = (search ?? '').toLowerCase();
  return (entity: Entity): boolean =>
    (type === undefined || entity.type === type) &&
    (wanted === '' ||
      (graph.aliasesOf.get(entity.id) ?? []).some(({ name }) => name.toLowerCase().includes(wanted))) &&
    (knowledgeBaseImportId === undefined ||
      (graph.mentionsOf.get(entity.id) ?? []).some((mention) => mention.importId === knowledgeBaseImportId));
};

const listNeighbours = (graph: LoadedGraph, id: string): string[] =>
  (graph.relationsOf.get(id) ?? []).map(({ sourceId, targetId }) => (sourceId === id ? targetId : sourceId));

/**
 * Returns an entity with its neighbours, the strongest relation first, or the entities that match the filters, the one with
 * the most relations first.
 */
const choose = (graph: LoadedGraph, fitting: readonly Entity[], around: string | undefined): Entity[] => {
  if (around === undefined) return [...fitting];
  const ids = new Set([around, ...listNeighbours(graph, around)]);
  return [...ids].flatMap((id) => graph.entityById.get(id) ?? []);
};

const countTypes = (entities: readonly Entity[]): GraphView['types'] => {
  const counts = Map.groupBy(entities, ({ type }) => type);
  return EntityType.options.flatMap((type) => {
    const count = counts.get(type)?.length ?? 0;
    return count === 0 ? [] : [{ type, entities: count }];
  });
};

/** Returns a part of the graph that is small enough to be drawn. Throws `knowledge.not_found`. */
export const viewGraph = async (
  ctx: Ctx,
  knowledgeBaseId: string,
  { around, limit, ...filter }: Filter & { around?: string | undefined; limit: number },
): Promise<GraphView> => {
  const graph = await openGraph(ctx, knowledgeBaseId);
  if (!graph) return { nodes: [], edges: [], types: [], total: 0 };
  const { type: _any, ...rest } = filter;
  const fitting = graph.entities.filter(createFits(graph, filter));
  const shown = choose(graph, fitting, around).slice(0, limit);
  const ids = new Set(shown.map(({ id }) => id));
  const edges = graph.relations.filter(({ sourceId, targetId }) => ids.has(sourceId) && ids.has(targetId));
  return {
    nodes: shown.map(presentNode),
    edges: edges.slice(0, mostEdges).map(presentEdge),
    types: countTypes(graph.entities.filter(createFits(graph, rest))),
    total: fitting.length,
  };
};

interface EntityList extends Filter {
  sort: 'name' | 'mentions' | 'degree';
  order: 'asc' | 'desc';
  cursor?: string | undefined;
  limit: number;
}

const compare = (a: Entity, b: Entity, sort: EntityList['sort']): number =>
  sort === 'name' ? a.name.localeCompare(b.name, 'en') : a[sort] - b[sort];

/** Lists entities in pages. The cursor is the id of the last entity shown. Throws `knowledge.not_found`. */
export const listEntities = async (
  ctx: Ctx,
  knowledgeBaseId: string,
  { sort, order, cursor, limit, ...filter }: EntityList,
): Promise<{ items: GraphNode[]; nextCursor: string | null; total: number }> => {
  const graph = await openGraph(ctx, knowledgeBaseId);
  const sign = order === 'asc' ? 1 : -1;
  const fitting = (graph?.entities ?? []).filter((entity) => graph && createFits(graph, filter)(entity));
  fitting.sort((a, b) => sign * compare(a, b, sort) || (a.id < b.id ? -1 : 1));
  const from = cursor === undefined ? 0 : fitting.findIndex(({ id }) => id === cursor) + 1;
  const shown = fitting.slice(from, from + limit);
  return {
    items: shown.map(presentNode),
    nextCursor: from + limit < fitting.length ? (shown.at(-1)?.id ?? null) : null,
    total: fitting.length,
  };
};
