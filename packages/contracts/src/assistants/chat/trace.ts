import { z } from 'zod';
import { RetrievalResult } from '../../content/retrieval/retrieval-shapes.ts';

/** A passage that the model read, with its scores in the stages of the search that found it. */
export const TracedPassage = RetrievalResult.pick({
  chunkId: true,
  text: true,
  score: true,
  stages: true,
  document: true,
}).extend({
  /** Its number in the text that the model read, from 1. A citation has a number of its own. */
  index: z.number().int(),
});
export type TracedPassage = z.infer<typeof TracedPassage>;

const durationMs = z.number().int();

/** The cost of a step of a flow or an agent in credits, with the runs that it started; absent where it cost nothing or is not known by itself. */
const credits = z.number().min(0).optional();

/** One thing that happened while an answer was made: a search, a call of a model, or a step of a flow or an agent. */
export const TraceStep = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('SEARCH'),
    durationMs,
    credits,
    /** The query that was searched for; a follow-up question is rewritten. */
    query: z.string(),
    retriever: z.string(),
    /** The number of passages that were found, of which the model read `passages`. */
    found: z.number().int(),
    passages: z.array(TracedPassage),
  }),
  z.object({
    kind: z.literal('MODEL'),
    durationMs,
    credits,
    modelId: z.string(),
    /** Milliseconds until the first text; null when there was none. */
    firstTextMs: z.number().int().nullable(),
    inputTokens: z.number().int(),
    outputTokens: z.number().int(),
  }),
  z.object({
    kind: z.literal('STEP'),
    durationMs,
    credits,
    title: z.string(),
    status: z.enum(['SUCCEEDED', 'FAILED', 'SKIPPED']),
    detail: z.string(),
    /** The run of the flow that answered. */
    runId: z.string().optional(),
  }),
]);
export type TraceStep = z.infer<typeof TraceStep>;
