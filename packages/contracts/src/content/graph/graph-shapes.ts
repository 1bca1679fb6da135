import { z } from 'zod';
import { Abilities, Timestamp } from '../../kernel/shapes.ts';
import { GraphSearchMode, RetrievalResult } from '../retrieval/retrieval-shapes.ts';

/** The label of each mode in the menu (GRAPH-03, GRAPH-04). */
export const graphModeNames = {
  NAIVE_MODE: 'native',
  LOCAL_MODE: 'local',
  GLOBAL_MODE: 'global',
  HYBRID_MODE: 'hybrid',
  MIX_MODE: 'mix',
} as const satisfies Record<GraphSearchMode, string>;

/** The explanation of each mode, shown beside the menu. */
export const graphModeTexts: Record<GraphSearchMode, string> = {
  NAIVE_MODE: 'Chunks by words and meaning alone, without the graph.',
  LOCAL_MODE: 'The things that the question names, and their relations.',
  GLOBAL_MODE: 'How things are related across all documents; for broad questions.',
  HYBRID_MODE: 'The things in the question, and how things are related.',
  MIX_MODE: 'All of the graph, together with chunks found by words and meaning.',
};

/** Provider ids of the models that are listed first for building graphs (GRAPH-05). */
export const graphModels = ['gpt-4o-mini', 'gpt-4o'] as const;

/** Types of entities. Any other type that a model names becomes OTHER. */
export const EntityType = z.enum([
  'PERSON',
  'ORGANIZATION',
  'LOCATION',
  'EVENT',
  'PRODUCT',
  'CONCEPT',
  'DOCUMENT',
  'DATE',
  'OTHER',
]);
export type EntityType = z.infer<typeof EntityType>;

/** NONE: never built. STOPPED: the budget is used up. A build can be resumed in every status except READY. */
export const GraphStatus = z.enum(['NONE', 'QUEUED', 'RUNNING', 'STOPPED', 'CANCELLED', 'FAILED', 'READY']);
export type GraphStatus = z.infer<typeof GraphStatus>;

export const GraphState = z.object({
  status: GraphStatus,
  /** The model that extracts the graph from the chunks, followed by the models to choose from. */
  modelId: z.string().nullable(),
  models: z.array(z.object({ modelId: z.string(), name: z.string() })),
  stage: z.string().nullable(),
  progress: z.number().min(0).max(1),
  /** The cause of the last failed build. */
  cause: z.object({ code: z.string(), message: z.string() }).nullable(),
  note: z.string().nullable(),
  /** Counts of the chunks that are searchable now; `total = done + failed + pending`. */
  chunks: z.object({
    total: z.number().int(),
    done: z.number().int(),
    failed: z.number().int(),
    pending: z.number().int(),
  }),
  failures: z.array(z.object({ message: z.string(), chunks: z.number().int() })),
  /** Credits spent by all builds so far, then those of the current build and its limit. */
  spentCredits: z.number(),
  buildCredits: z.number(),
  budgetCredits: z.number().nullable(),
  counts: z.object({
    entities: z.number().int(),
    relations: z.number().int(),
    communities: z.number().int(),
  }),
  builtAt: Timestamp.nullable(),
  abilities: Abilities,
});
export type GraphState = z.infer<typeof GraphState>;

export const GraphEstimate = z.object({
  chunks: z.number().int(),
  /** Chunks that an earlier build read already, so that they cost nothing. */
  known: z.number().int(),
  inputTokens: z.number().int(),
  outputTokens: z.number().int(),
  credits: z.number(),
  seconds: z.number().int(),
});
export type GraphEstimate = z.infer<typeof GraphEstimate>;

export const GraphNode = z.object({
  entityId: z.string(),
  name: z.string(),
  type: EntityType,
  /** Number of chunks that mention the entity, and of entities that it is related to. */
  mentions: z.number().int(),
  degree: z.number().int(),
  community: z.number().int(),
});
export type GraphNode = z.infer<typeof GraphNode>;

export const GraphEdge = z.object({
  relationId: z.string(),
  sourceId: z.string(),
  targetId: z.string(),
  description: z.string(),
  weight: z.number(),
});
export type GraphEdge = z.infer<typeof GraphEdge>;

export const GraphView = z.object({
  nodes: z.array(GraphNode),
  edges: z.array(GraphEdge),
  types: z.array(z.object({ type: EntityType, entities: z.number().int() })),
  /** Number of entities that match the filter, including those that are not shown. */
  total: z.number().int(),
});
export type GraphView = z.infer<typeof GraphView>;

/** The chunk and the quoted words that support an entity or relation; offsets count in the document's text. */
export const GraphSource = z.object({
  chunkId: z.string(),
  knowledgeBaseImportId: z.string(),
  documentName: z.string(),
  quote: z.string(),
  start: z.number().int(),
  end: z.number().int(),
});
export type GraphSource = z.infer<typeof GraphSource>;

/** A manual correction, which later builds respect. */
export const GraphEdit = z.object({
  editId: z.string(),
  kind: z.enum(['MERGE', 'SPLIT']),
  names: z.array(z.string()),
  createdAt: Timestamp,
});
export type GraphEdit = z.infer<typeof GraphEdit>;

export const GraphEntity = GraphNode.extend({
  description: z.string(),
  /** All names of the entity, the main one first. */
  aliases: z.array(z.string()),
  relations: z.array(GraphEdge.extend({ other: GraphNode })),
  sources: z.array(GraphSource),
  communityTitle: z.string().nullable(),
  edits: z.array(GraphEdit),
  abilities: Abilities,
});
export type GraphEntity = z.infer<typeof GraphEntity>;

/** The part of the graph that led to the chunks. */
export const GraphContext = z.object({
  entities: z.array(z.object({ entityId: z.string(), name: z.string(), description: z.string() })),
  relations: z.array(
    z.object({
      relationId: z.string(),
      source: z.string(),
      target: z.string(),
      description: z.string(),
    }),
  ),
  communities: z.array(z.object({ title: z.string(), summary: z.string() })),
});
export type GraphContext = z.infer<typeof GraphContext>;

export const GraphFound = z.object({
  mode: GraphSearchMode,
  results: z.array(RetrievalResult),
  graph: GraphContext,
  /** The reason for which another mode was used than the requested one, for example that the graph was never built. */
  note: z.string().nullable(),
});
export type GraphFound = z.infer<typeof GraphFound>;
