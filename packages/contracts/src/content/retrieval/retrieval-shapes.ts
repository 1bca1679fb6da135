import { z } from 'zod';
import { setting } from '../../kernel/settings.ts';
import { documentPosition } from '../../kernel/shapes.ts';
import { RetrievalFilter } from './retrieval-filter.ts';

/**
 * The retrievers (RETRIEVE-05, RETRIEVE-06). BM25 searches by words and needs no model. Retrievers that compare embeddings fall back
 * to BM25, with a note, when the index has none. AUTO means HYBRID when the index has embeddings, otherwise BM25.
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

/** The data that chunks are ranked by: the index or the knowledge graph (GRAPH-01). */
export const RetrievalDefinition = z.enum(['VECTOR_STORE', 'KNOWLEDGE_GRAPH']);
export type RetrievalDefinition = z.infer<typeof RetrievalDefinition>;

/** The ways to search a knowledge graph (GRAPH-02). */
export const GraphSearchMode = z.enum(['NAIVE_MODE', 'LOCAL_MODE', 'GLOBAL_MODE', 'HYBRID_MODE', 'MIX_MODE']);
export type GraphSearchMode = z.infer<typeof GraphSearchMode>;

/** LEXICAL: rules that need no model. MODEL: a language model. RERANKER: a provider's rerank endpoint. */
export const RerankMethod = z.enum(['LEXICAL', 'MODEL', 'RERANKER']);
export type RerankMethod = z.infer<typeof RerankMethod>;

const Rerank = z.object({
  enabled: setting(z.boolean().default(false), { label: 'Reranking' }),
  method: setting(RerankMethod.default('LEXICAL'), { label: 'Reranking by' }),
  /** Number of the best candidates that are reranked. */
  candidates: setting(z.number().int().min(2).max(100).default(20), { label: 'Candidates of the reranking' }),
  /** The model of MODEL or of RERANKER (`<provider>/<model>`); null: the default of its kind. */
  modelId: setting(z.string().max(200).nullable().default(null), { label: 'Model of the reranking' }),
});

/** The bounds of single settings (RETRIEVE-04). */
export const mostChunks = 50;
const topK = z.number().int().min(1).max(mostChunks);
const scoreThreshold = z.number().min(0).max(1);

/** Settings that apply to one retriever each. */
const RetrieverOptions = z.object({
  /** HYBRID: the weight of the search by words; the search by meaning gets the rest. Null: the weight that suits the embedding model and the language of the question. */
  lexicalWeight: setting(z.number().min(0).max(1).nullable().default(null), { label: 'Weight of words' }),
  /** MULTI_QUERY: the number of additional queries. */
  queries: setting(z.number().int().min(1).max(5).default(3), { label: 'Additional queries' }),
  /** PARENT_CHILD: the most tokens of the surrounding text that is returned. */
  parentTokens: setting(z.number().int().min(200).max(4000).default(1200), {
    label: 'Surrounding text, tokens',
  }),
  /** TIME_WEIGHTED: the age in days at which the recency of a document is 0.5. */
  halfLifeDays: setting(z.number().min(1).max(3650).default(90), { label: 'Half-life in days' }),
});

/** RETRIEVE-01, RETRIEVE-02, RETRIEVE-04: the retriever, the number of chunks, and the least score (0 to 1) that a chunk must have. */
export const RetrievalSettings = z.object({
  mode: setting(RetrievalMode.default('AUTO'), { label: 'Retriever' }),
  topK: setting(topK.default(8), { label: 'Chunks (top K)', help: 'The most chunks that the model gets.' }),
  scoreThreshold: setting(scoreThreshold.default(0), {
    help: 'From 0 to 1. Higher leaves out what fits less well.',
    step: 0.05,
  }),
  definition: setting(RetrievalDefinition.default('VECTOR_STORE'), { label: 'Search in' }),
  graphMode: setting(GraphSearchMode.default('MIX_MODE'), { label: 'Search of the graph' }),
  rerank: Rerank.prefault({}),
  filter: setting(RetrievalFilter.default([]), { label: 'Filter of the documents' }),
  options: RetrieverOptions.prefault({}),
});
export type RetrievalSettings = z.infer<typeof RetrievalSettings>;

/** Settings for one search; settings that are left out are taken from the knowledge base. */
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

/** The score of a chunk per stage; null where the stage did not run or did not contain the chunk. */
export const StageScores = z.object({
  bm25: stageScore,
  vector: stageScore,
  /** MULTI_VECTOR: the similarity of the document's summary. */
  summary: stageScore,
  graph: stageScore,
  fused: stageScore,
  /** TIME_WEIGHTED: the recency of the document. */
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
  /** True when the chunk or its document was edited by hand, so that it may differ from the imported text. */
  edited: z.boolean().default(false),
  /** The span in the document's text. */
  start: z.number().int(),
  end: z.number().int(),
  /** The pages or seconds that the chunk spans, each with the offset in the document's text at which it begins; empty where the document has none. */
  positions: z.array(z.object({ ...documentPosition, start: z.number().int() })),
  quote: z.string(),
});
export type RetrievalResult = z.infer<typeof RetrievalResult>;

/** Durations of the parts of a search, in milliseconds. */
export const RetrievalTimings = z.object({
  /** Creating additional queries. */
  queriesMs: z.number(),
  embedMs: z.number(),
  /** The time for searching an external vector store or a graph. */
  outsideMs: z.number(),
  searchMs: z.number(),
  rerankMs: z.number(),
  totalMs: z.number(),
});
export type RetrievalTimings = z.infer<typeof RetrievalTimings>;

/** The result of a search. */
export const RetrievalReply = z.object({
  results: z.array(RetrievalResult),
  /** The retriever that was used, never AUTO. */
  mode: RetrievalMode,
  /** The reason for which another retriever was used than the requested one; null when it was not. */
  note: z.string().nullable(),
  /** The additional queries that were searched for. */
  queries: z.array(z.string()),
  timings: RetrievalTimings,
});
export type RetrievalReply = z.infer<typeof RetrievalReply>;
