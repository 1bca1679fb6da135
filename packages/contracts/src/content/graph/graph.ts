import { z } from 'zod';
import { defineContract } from '../../kernel/contract.ts';
import { Done, lookupId, pageQuery, pageSchemaFor, requiredText, text } from '../../kernel/shapes.ts';
import { GraphSearchMode } from '../retrieval/retrieval-shapes.ts';
import {
  EntityType,
  GraphEdit,
  GraphEntity,
  GraphEstimate,
  GraphFound,
  GraphNode,
  GraphState,
  GraphView,
} from './graph-shapes.ts';

const base = z.object({ id: lookupId });
const entity = z.object({ id: lookupId, entityId: lookupId });

/** The filter that the graph view and the list of entities share. */
const filter = {
  type: EntityType.optional(),
  knowledgeBaseImportId: lookupId.optional(),
};

/** Settings of a build with its budget in credits. */
export const GraphBuild = z.object({
  modelId: z.string('Please choose a model').min(1, 'Please choose a model').max(200),
  budgetCredits: z
    .number('Please enter how many credits it may cost')
    .positive('Please enter how many credits it may cost')
    .max(10_000_000)
    .nullable(),
});
export type GraphBuild = z.infer<typeof GraphBuild>;

/** The knowledge graph of a knowledge base. */
export const graph = defineContract({
  name: 'graph',
  alsoFails: ['knowledge.not_found', 'models.upstream_unavailable'],
  errors: {
    'graph.model_unsupported': {
      kind: 'precondition',
      message:
        'Building a graph needs a chat model of a provider, and this one is not set up. Please add it under Models, then choose it here.',
    },
    'graph.nothing_to_read': {
      kind: 'precondition',
      message: 'There are no chunks to read yet. Please import documents first.',
    },
    'graph.already_building': {
      kind: 'conflict',
      message: 'The graph is being built already. Please wait until it is done, or stop it first.',
    },
    'graph.not_building': {
      kind: 'conflict',
      message: 'The graph is not being built, so there is nothing to stop.',
    },
    'graph.entity_not_found': {
      kind: 'not_found',
      message:
        'This entity is not in the graph any more. Please go back to the graph and choose another one.',
    },
    'graph.edit_not_found': {
      kind: 'not_found',
      message: 'This correction does not exist any more. Please reload the page.',
    },
    'graph.split_needs_both': {
      kind: 'invalid',
      message: 'Please leave at least one name and move at least one.',
    },
  },
  endpoints: {
    get: {
      method: 'GET',
      path: '/api/content/knowledge-base/:id/graph',
      summary: "Read the state of a knowledge base's graph",
      access: { allow: 'knowledge:read' },
      params: base,
      reply: GraphState,
    },
    estimate: {
      method: 'GET',
      path: '/api/content/knowledge-base/:id/graph/estimate',
      summary: 'Estimate the cost of building the graph',
      access: { allow: 'knowledge:write' },
      params: base,
      query: z.object({ modelId: z.string().min(1).max(200) }),
      reply: GraphEstimate,
    },
    build: {
      method: 'POST',
      path: '/api/content/knowledge-base/:id/graph',
      summary: 'Build the graph, continue a stopped build, or add new chunks',
      access: { allow: 'knowledge:write' },
      params: base,
      body: GraphBuild,
      reply: GraphState,
    },
    cancel: {
      method: 'POST',
      path: '/api/content/knowledge-base/:id/graph/cancel',
      summary: 'Stop building; the chunks that were read are kept',
      access: { allow: 'knowledge:write' },
      params: base,
      reply: GraphState,
    },
    remove: {
      method: 'DELETE',
      path: '/api/content/knowledge-base/:id/graph',
      summary: 'Delete the graph with its corrections',
      access: { allow: 'knowledge:write' },
      params: base,
      reply: Done,
    },
    view: {
      method: 'GET',
      path: '/api/content/knowledge-base/:id/graph/view',
      summary: 'Read the most related entities, or an entity with its neighbours',
      access: { allow: 'knowledge:read' },
      params: base,
      query: z.object({
        ...filter,
        search: text(200).optional(),
        around: lookupId.optional(),
        limit: z.coerce.number().int().min(1).max(500).default(200),
      }),
      reply: GraphView,
    },
    entities: {
      method: 'GET',
      path: '/api/content/knowledge-base/:id/graph/entities',
      summary: 'List entities',
      access: { allow: 'knowledge:read' },
      params: base,
      query: z.object({
        ...pageQuery,
        ...filter,
        sort: z.enum(['name', 'mentions', 'degree']).default('mentions'),
        order: z.enum(['asc', 'desc']).default('desc'),
      }),
      reply: pageSchemaFor(GraphNode),
    },
    entity: {
      method: 'GET',
      path: '/api/content/knowledge-base/:id/graph/entities/:entityId',
      summary: 'Read an entity with its names, relations and sources',
      access: { allow: 'knowledge:read' },
      params: entity,
      reply: GraphEntity,
    },
    merge: {
      method: 'POST',
      path: '/api/content/knowledge-base/:id/graph/entities/:entityId/merge',
      summary: 'Merge two entities; later builds apply this',
      access: { allow: 'knowledge:write' },
      params: entity,
      body: z.object({ otherId: lookupId }),
      reply: GraphEntity,
    },
    split: {
      method: 'POST',
      path: '/api/content/knowledge-base/:id/graph/entities/:entityId/split',
      summary: 'Split names off into another entity; later builds apply this',
      access: { allow: 'knowledge:write' },
      params: entity,
      body: z.object({
        names: z.array(requiredText(300, 'Please choose a name')).min(1, 'Please choose a name').max(100),
      }),
      reply: GraphEntity,
    },
    undoEdit: {
      method: 'DELETE',
      path: '/api/content/knowledge-base/:id/graph/edits/:editId',
      summary: 'Undo a correction',
      access: { allow: 'knowledge:write' },
      params: z.object({ id: lookupId, editId: lookupId }),
      reply: GraphEdit,
    },
    search: {
      method: 'POST',
      path: '/api/query-engine/graph-search',
      summary: 'Find chunks through the graph (GRAPH-02)',
      unaudited: 'it only reads',
      access: { allow: 'knowledge:read' },
      rate: 'chat',
      body: z.object({
        knowledgeBaseId: lookupId,
        query: requiredText(4000, 'Please enter a question'),
        mode: GraphSearchMode.default('MIX_MODE'),
        topK: z.number().int().min(1).max(50).optional(),
      }),
      reply: GraphFound,
    },
  },
});
