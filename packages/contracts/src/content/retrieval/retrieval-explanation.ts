import { z } from 'zod';

/** The stages of a search at which a chunk can be lost, in their order. */
export const LossStage = z.enum([
  'IMPORT',
  'PARSE',
  'CHUNK',
  'STATE',
  'FILTER',
  'RANK',
  'THRESHOLD',
  'RERANK',
  'CONTEXT',
]);
export type LossStage = z.infer<typeof LossStage>;

/** A change that would bring the chunk into the results, with the values that the screen needs to apply it. */
export const RetrievalFix = z.object({
  action: z.enum([
    'ADD_DOCUMENT',
    'OPEN_DOCUMENT',
    'RETRY_IMPORT',
    'ENABLE_DOCUMENT',
    'RECHUNK',
    'RAISE_TOP_K',
    'LOWER_THRESHOLD',
    'CLEAR_FILTER',
    'ADD_METADATA',
    'CHANGE_RETRIEVER',
    'TURN_OFF_RERANK',
    'REPHRASE',
  ]),
  label: z.string(),
  /** The document that the fix applies to. */
  knowledgeBaseImportId: z.string().nullable(),
  /** The proposed number or retriever. */
  value: z.union([z.number(), z.string()]).nullable(),
});
export type RetrievalFix = z.infer<typeof RetrievalFix>;

export const ExplanationStep = z.object({
  stage: LossStage,
  outcome: z.enum(['PASSED', 'LOST', 'NOT_REACHED']),
  /** The result of the stage in one sentence, with the numbers. */
  text: z.string(),
});
export type ExplanationStep = z.infer<typeof ExplanationStep>;

/** The explanation why a chunk was found, or at which stage it was lost. */
export const RetrievalExplanation = z.object({
  found: z.boolean(),
  lostAt: LossStage.nullable(),
  /** The answer in one sentence. */
  reason: z.string(),
  steps: z.array(ExplanationStep),
  /** Rank (from 1) and score of the chunk in each ranking, however far down. */
  ranks: z.array(
    z.object({
      stage: z.enum(['bm25', 'vector', 'summary', 'graph', 'fused', 'recency', 'rerank', 'final']),
      rank: z.number().int().nullable(),
      of: z.number().int(),
      score: z.number().nullable(),
    }),
  ),
  fixes: z.array(RetrievalFix),
  chunk: z
    .object({
      chunkId: z.string(),
      knowledgeBaseImportId: z.string(),
      documentName: z.string(),
      heading: z.string().nullable(),
      text: z.string(),
    })
    .nullable(),
});
export type RetrievalExplanation = z.infer<typeof RetrievalExplanation>;
