import { graph } from '@atelier/contracts/content/graph/graph';
import { defineRoutes, done } from '../../../kernel/module/module.ts';
import { searchGraph } from './search/search-graph.ts';
import { buildKnowledgeGraph, cancelGraph, estimateGraph, removeGraph } from './service/build-graph.ts';
import { mergeEntities, splitEntity, undoEdit } from './service/correct-graph.ts';
import { getGraphState } from './service/graph-state.ts';
import { getEntity, listEntities, viewGraph } from './service/view-graph.ts';

const toEntityKey = ({ id, entityId }: { id: string; entityId: string }) => ({
  knowledgeBaseId: id,
  entityId,
});

export const graphRoutes = defineRoutes(graph, {
  get: (ctx, { params }) => getGraphState(ctx, params.id),
  estimate: (ctx, { params, query }) => estimateGraph(ctx, params.id, query.modelId),
  build: (ctx, { params, body }) => buildKnowledgeGraph(ctx, params.id, body),
  cancel: (ctx, { params }) => cancelGraph(ctx, params.id),
  remove: async (ctx, { params }) => {
    await removeGraph(ctx, params.id);
    return done;
  },
  view: (ctx, { params, query }) => viewGraph(ctx, params.id, query),
  entities: (ctx, { params, query }) => listEntities(ctx, params.id, query),
  entity: (ctx, { params }) => getEntity(ctx, params.id, params.entityId),
  merge: (ctx, { params, body }) => mergeEntities(ctx, toEntityKey(params), body.otherId),
  split: (ctx, { params, body }) => splitEntity(ctx, toEntityKey(params), body.names),
  undoEdit: (ctx, { params }) => undoEdit(ctx, params.id, params.editId),
  search: (ctx, { body }, exchange) => searchGraph(ctx, body, exchange.signal),
});
