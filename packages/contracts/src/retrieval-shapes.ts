import { z } from 'zod';

/** BM25 needs no model; VECTOR and HYBRID need an embedding model, and fall back to BM25 with a note when there is none. */
export const RetrievalMode = z.enum(['AUTO', 'BM25', 'VECTOR', 'HYBRID']);
export type RetrievalMode = z.infer<typeof RetrievalMode>;

/** RETRIEVE-01, RETRIEVE-02, RETRIEVE-04: how many passages, and how relevant each must be (0 to 1). */
export const RetrievalSettings = z.object({
  mode: RetrievalMode.default('AUTO'),
  topK: z.number().int().min(1).max(50).default(8),
  scoreThreshold: z.number().min(0).max(1).default(0),
});
export type RetrievalSettings = z.infer<typeof RetrievalSettings>;

export const RetrievalResult = z.object({
  chunkId: z.string(),
  text: z.string(),
  score: z.number(),
  /** Rank and score per stage, where the stage ran. */
  stages: z.object({
    bm25: z.number().nullable(),
    vector: z.number().nullable(),
    fused: z.number().nullable(),
  }),
  document: z.object({
    knowledgeBaseImportId: z.string(),
    knowledgeBaseId: z.string(),
    name: z.string(),
    /** The page on which the quote begins. */
    page: z.number().int().optional(),
    heading: z.string().optional(),
  }),
  /** The span in the document's text. */
  start: z.number().int(),
  end: z.number().int(),
  /** The pages that the passage lies on, each from an offset in the document's text; empty where there are no pages. */
  pages: z.array(z.object({ page: z.number().int(), start: z.number().int() })),
  quote: z.string(),
});
export type RetrievalResult = z.infer<typeof RetrievalResult>;
