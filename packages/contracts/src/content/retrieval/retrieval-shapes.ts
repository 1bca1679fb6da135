import { z } from 'zod';
import { documentPlace } from '../../kernel/shapes.ts';
import { RetrievalFilter } from './retrieval-filter.ts';

/**
 * The retrievers (RETRIEVE-05, RETRIEVE-06). BM25 needs no model. Those that compare meanings need an embedding model, and
 * fall back to BM25 with a note when there is none. AUTO is HYBRID where there are embeddings, else BM25.
 */
export const RetrievalMode = z.enum([
  'AUTO',
  'ATELIER_COSINE',
  'VECTOR',
  'BM25',
  'HYBRID',
  'MULTI_QUERY',
  'MULTI_VECTOR',
  'PARENT_CHILD',
  'CONTEXTUAL_COMPRESSION',
  'TIME_WEIGHTED',
]);
export type RetrievalMode = z.infer<typeof RetrievalMode>;

/** What chunks are ranked by (GRAPH-01). */
export const RetrievalDefinition = z.enum(['VECTOR_STORE', 'KNOWLEDGE_GRAPH']);
export type RetrievalDefinition = z.infer<typeof RetrievalDefinition>;

/** How a knowledge graph is asked (GRAPH-02). */
export const GraphSearchMode = z.enum(['NAIVE_MODE', 'LOCAL_MODE', 'GLOBAL_MODE', 'HYBRID_MODE', 'MIX_MODE']);
export type GraphSearchMode = z.infer<typeof GraphSearchMode>;

/** Who puts the best candidates into a new order: a language model, a provider's rerank endpoint, or rules that need no model. */
export const RerankMethod = z.enum(['LEXICAL', 'MODEL', 'RERANKER']);
export type RerankMethod = z.infer<typeof RerankMethod>;

const Rerank = z.object({
  enabled: z.boolean().default(false),
  method: RerankMethod.default('LEXICAL'),
  /** How many of the best candidates are looked at again. */
  candidates: z.number().int().min(2).max(100).default(20),
  /** The model of MODEL or of RERANKER (`<provider>/<model>`); null: the default of its kind. */
  modelId: z.string().max(200).nullable().default(null),
});

/** The settings as they are sent one by one; RETRIEVE-04 says the bounds. */
export const mostChunks = 50;
const topK = z.number().int().min(1).max(mostChunks);
const scoreThreshold = z.number().min(0).max(1);

/** What a single retriever can be told. */
const RetrieverOptions = z.object({
  /** HYBRID: how much words and meaning count, relative to each other. */
  lexicalWeight: z.number().min(0).max(1).default(0.5),
  /** MULTI_QUERY: how many further questions are asked. */
  queries: z.number().int().min(1).max(5).default(3),
  /** PARENT_CHILD: how long the surrounding part may be, in tokens. */
  parentTokens: z.number().int().min(200).max(4000).default(1200),
  /** TIME_WEIGHTED: after so many days a document counts half as new. */
  halfLifeDays: z.number().min(1).max(3650).default(90),
});

/** RETRIEVE-01, RETRIEVE-02, RETRIEVE-04: how chunks are found, how many, and how relevant each must be (0 to 1). */
export const RetrievalSettings = z.object({
  mode: RetrievalMode.default('AUTO'),
  topK: topK.default(8),
  scoreThreshold: scoreThreshold.default(0),
  definition: RetrievalDefinition.default('VECTOR_STORE'),
  graphMode: GraphSearchMode.default('MIX_MODE'),
  rerank: Rerank.prefault({}),
  filter: RetrievalFilter.default([]),
  options: RetrieverOptions.prefault({}),
});
export type RetrievalSettings = z.infer<typeof RetrievalSettings>;

/** A part of the settings; what is left out comes from the knowledge base. */
export const RetrievalOverrides = {
  mode: RetrievalMode.optional(),
  topK: topK.optional(),
  scoreThreshold: scoreThreshold.optional(),
  definition: RetrievalDefinition.optional(),
  graphMode: GraphSearchMode.optional(),
  rerank: Rerank.optional(),
  filter: RetrievalFilter.optional(),
  options: RetrieverOptions.optional(),
};

const stageScore = z.number().nullable();

/** The score of a chunk per stage, null where the stage did not run or did not know the chunk. */
export const StageScores = z.object({
  bm25: stageScore,
  vector: stageScore,
  /** MULTI_VECTOR: how well the summary of its document fits. */
  summary: stageScore,
  graph: stageScore,
  fused: stageScore,
  /** TIME_WEIGHTED: how new the document is. */
  recency: stageScore,
  rerank: stageScore,
});
export type StageScores = z.infer<typeof StageScores>;
export type StageName = keyof StageScores;

export const RetrievalResult = z.object({
  chunkId: z.string(),
  text: z.string(),
  score: z.number(),
  stages: StageScores,
  document: z.object({
    knowledgeBaseImportId: z.string(),
    knowledgeBaseId: z.string(),
    name: z.string(),
    /** The page on which the quote begins. */
    page: z.number().int().optional(),
    /** The second of a recording at which the quote begins. */
    second: z.number().int().optional(),
    heading: z.string().optional(),
  }),
  /** Somebody wrote the chunk, or the text of its document, by hand: it may differ from what was imported. */
  edited: z.boolean().default(false),
  /** The span in the document's text. */
  start: z.number().int(),
  end: z.number().int(),
  /** The places that the chunk goes over, each from an offset in the document's text; empty where it has none. */
  places: z.array(z.object({ ...documentPlace, start: z.number().int() })),
  quote: z.string(),
});
export type RetrievalResult = z.infer<typeof RetrievalResult>;

/** Milliseconds per part of a search. */
export const RetrievalTimings = z.object({
  /** Other questions were thought of. */
  queriesMs: z.number(),
  embedMs: z.number(),
  /** An external vector store or a graph was asked. */
  outsideMs: z.number(),
  searchMs: z.number(),
  rerankMs: z.number(),
  totalMs: z.number(),
});
export type RetrievalTimings = z.infer<typeof RetrievalTimings>;

/** What a search gives. */
export const RetrievalReply = z.object({
  results: z.array(RetrievalResult),
  /** The retriever that was used, never AUTO. */
  mode: RetrievalMode,
  /** Why it is not what was asked for. */
  note: z.string().nullable(),
  /** The questions that were asked beside the given one. */
  queries: z.array(z.string()),
  timings: RetrievalTimings,
});
export type RetrievalReply = z.infer<typeof RetrievalReply>;
