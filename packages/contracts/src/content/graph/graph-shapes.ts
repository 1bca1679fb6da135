import { z } from 'zod';
import { Abilities, Timestamp } from '../../kernel/shapes.ts';
import { GraphSearchMode, RetrievalResult } from '../retrieval/retrieval-shapes.ts';

/** What the menu calls each mode (GRAPH-03, GRAPH-04). */
export const graphModeNames = {
  NAIVE_MODE: 'native',
  LOCAL_MODE: 'local',
  GLOBAL_MODE: 'global',
  HYBRID_MODE: 'hybrid',
  MIX_MODE: 'mix',
} as const satisfies Record<GraphSearchMode, string>;

/** What each mode looks at, beside the menu. */
export const graphModeTexts: Record<GraphSearchMode, string> = {
  NAIVE_MODE: 'Chunks by words and meaning alone, without the graph.',
  LOCAL_MODE: 'What the graph says of the things that the question names.',
  GLOBAL_MODE: 'How things are related across all documents; for broad questions.',
  HYBRID_MODE: 'What is said of the things in the question, and how things are related.',
  MIX_MODE: 'All of the graph, and chunks by words and meaning beside it.',
};

/** The models that are offered first to read graphs out of chunks (GRAPH-05), by the provider's name for them. */
export const graphModels = ['gpt-4o-mini', 'gpt-4o'] as const;

/** The kinds of things that a graph knows; what a model names otherwise is OTHER. */
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

/** NONE: never built. STOPPED: the budget is used up. Everything but READY can be resumed. */
export const GraphStatus = z.enum(['NONE', 'QUEUED', 'RUNNING', 'STOPPED', 'CANCELLED', 'FAILED', 'READY']);
export type GraphStatus = z.infer<typeof GraphStatus>;

export const GraphState = z.object({
  status: GraphStatus,
  /** The model that reads the chunks, and those that could. */
  modelId: z.string().nullable(),
  models: z.array(z.object({ modelId: z.string(), name: z.string() })),
  stage: z.string().nullable(),
  progress: z.number().min(0).max(1),
  /** Why the last build failed. */
  cause: z.object({ code: z.string(), message: z.string() }).nullable(),
  note: z.string().nullable(),
  /** `total = done + failed + pending`, of the chunks that can be found now. */
  chunks: z.object({
    total: z.number().int(),
    done: z.number().int(),
    failed: z.number().int(),
    pending: z.number().int(),
  }),
  failures: z.array(z.object({ message: z.string(), chunks: z.number().int() })),
  /** Credits of all builds so far, and of the one under way with its limit. */
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
  /** Chunks that were read before and cost nothing. */
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
  /** In how many chunks it is named, and with how many others it is related. */
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
  /** Entities that fit the filter, shown or not. */
  total: z.number().int(),
});
export type GraphView = z.infer<typeof GraphView>;

/** Where something is said: a chunk and the words in it, as offsets in the document's text. */
export const GraphSource = z.object({
  chunkId: z.string(),
  knowledgeBaseImportId: z.string(),
  documentName: z.string(),
  quote: z.string(),
  start: z.number().int(),
  end: z.number().int(),
});
export type GraphSource = z.infer<typeof GraphSource>;

/** A correction by hand, which later builds follow. */
export const GraphEdit = z.object({
  editId: z.string(),
  kind: z.enum(['MERGE', 'SPLIT']),
  names: z.array(z.string()),
  createdAt: Timestamp,
});
export type GraphEdit = z.infer<typeof GraphEdit>;

export const GraphEntity = GraphNode.extend({
  description: z.string(),
  /** Every name it goes by, its own first. */
  aliases: z.array(z.string()),
  relations: z.array(GraphEdge.extend({ other: GraphNode })),
  sources: z.array(GraphSource),
  communityTitle: z.string().nullable(),
  edits: z.array(GraphEdit),
  abilities: Abilities,
});
export type GraphEntity = z.infer<typeof GraphEntity>;

/** What of the graph led to the chunks. */
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
  /** Why it is not what was asked for, such as a graph that was never built. */
  note: z.string().nullable(),
});
export type GraphFound = z.infer<typeof GraphFound>;
