import {
  EntityType,
  type GraphEntity,
  type GraphNode,
  type GraphSource,
  type GraphView,
} from '@atelier/contracts/content/graph/graph-shapes';
import { splitSentences } from '@atelier/retrieval/text';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { findChunks, getGraphSettings } from '../../search/index.ts';
import { contentsRepository } from '../contents-repository.ts';
import { graphCache, type LoadedGraph } from '../loaded-graph.ts';
import { presentEdge, presentEdit, presentNode } from '../present.ts';
import { canCorrectGraph } from './graph-state.ts';

interface Filter {
  search?: string | undefined;
  type?: EntityType | undefined;
  knowledgeBaseImportId?: string | undefined;
}

/** The most relations that are shown. The strongest are chosen. */
const mostEdges = 1500;

type Entity = LoadedGraph['entities'][number];

/** Returns the graph of a knowledge base that the actor may see. Throws `knowledge.not_found`. */
const openGraph = (ctx: Ctx, knowledgeBaseId: string): Promise<LoadedGraph | undefined> =>
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

const most = { sources: 20, relations: 100, quote: 400 };

/** Returns the sentence around a mention. */
const quoteAt = (text: string, at: number): string => {
  const sentence = splitSentences(text).find(({ start, end }) => start <= at && at < end);
  return (sentence?.text ?? text).slice(0, most.quote);
};

const readSources = async (tx: TxCtx, graph: LoadedGraph, id: string): Promise<GraphSource[]> => {
  const mentions = (graph.mentionsOf.get(id) ?? []).slice(0, most.sources);
  const found = await findChunks(
    tx,
    mentions.map(({ chunkId }) => chunkId),
  );
  const byId = new Map(found.map((each) => [each.chunk.id, each]));
  return mentions.flatMap(({ chunkId, start, end }) => {
    const source = byId.get(chunkId);
    if (!source) return [];
    const { chunk, document } = source;
    return [
      {
        chunkId,
        knowledgeBaseImportId: document.id,
        documentName: document.name,
        quote: quoteAt(chunk.text, start - chunk.startOffset),
        start: Number(start),
        end: Number(end),
      },
    ];
  });
};

const presentRelations = (graph: LoadedGraph, id: string): GraphEntity['relations'] =>
  (graph.relationsOf.get(id) ?? []).slice(0, most.relations).flatMap((relation) => {
    const other = graph.entityById.get(relation.sourceId === id ? relation.targetId : relation.sourceId);
    return other ? [{ ...presentEdge(relation), other: presentNode(other) }] : [];
  });

/** Presents an entity with its relations and sources. Throws `graph.entity_not_found`. */
export const presentEntity = async (
  tx: TxCtx,
  graph: LoadedGraph | undefined,
  { knowledgeBaseId, entityId }: { knowledgeBaseId: string; entityId: string },
): Promise<GraphEntity> => {
  const entity = graph?.entityById.get(entityId);
  if (!graph || !entity) return fail('graph.entity_not_found');
  const aliases = graph.aliasesOf.get(entityId) ?? [];
  const atoms = new Set(aliases.map(({ atom }) => atom));
  const edits = await contentsRepository.listEdits(tx.db, knowledgeBaseId);
  return {
    ...presentNode(entity),
    description: entity.description,
    aliases: [...new Set(aliases.map(({ name }) => name))],
    relations: presentRelations(graph, entityId),
    sources: await readSources(tx, graph, entityId),
    communityTitle: graph.communities[entity.community]?.title ?? null,
    edits: edits.filter(({ groups }) => groups.flat().some((atom) => atoms.has(atom))).map(presentEdit),
    abilities: { canCorrect: canCorrectGraph(tx) },
  };
};

/** Throws `knowledge.not_found` and `graph.entity_not_found`. */
export const getEntity = (ctx: Ctx, knowledgeBaseId: string, entityId: string): Promise<GraphEntity> =>
  ctx.tx(async (tx) => {
    await getGraphSettings(tx, knowledgeBaseId);
    const graph = await ctx.use(graphCache).open(tx, knowledgeBaseId);
    return presentEntity(tx, graph, { knowledgeBaseId, entityId });
  });
