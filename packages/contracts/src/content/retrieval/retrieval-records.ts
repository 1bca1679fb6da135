import { z } from 'zod';
import { Abilities, lookupId, Timestamp } from '../../kernel/shapes.ts';
import { RetrievalMode, RetrievalSettings, RetrievalTimings, StageScores } from './retrieval-shapes.ts';

/** Who asked: the retrieval screen, or a chat. */
export const RetrievalOrigin = z.enum(['TEST', 'CHAT']);
export type RetrievalOrigin = z.infer<typeof RetrievalOrigin>;

/** One search as it was (RETRIEVE-10, KB-18). Chunks are named, not kept: a deleted document leaves no text behind. */
export const RetrievalRecord = z.object({
  retrievalId: z.string(),
  knowledgeBaseId: z.string(),
  knowledgeBaseName: z.string(),
  origin: RetrievalOrigin,
  appId: z.string().nullable(),
  query: z.string(),
  settings: RetrievalSettings,
  mode: RetrievalMode,
  note: z.string().nullable(),
  results: z.array(
    z.object({
      chunkId: z.string(),
      knowledgeBaseImportId: z.string(),
      documentName: z.string(),
      heading: z.string().nullable(),
      score: z.number(),
      stages: StageScores,
    }),
  ),
  timings: RetrievalTimings,
  askedBy: z.object({ userId: z.string(), name: z.string() }).nullable(),
  createdAt: Timestamp,
});
export type RetrievalRecord = z.infer<typeof RetrievalRecord>;

/** What a saved question should find. The text holds when chunks are cut anew. */
export const ExpectedChunk = z.object({
  knowledgeBaseImportId: lookupId,
  documentName: z.string().max(500).default(''),
  /** Words of the chunk; blank when any chunk of the document will do. */
  text: z.string().trim().max(2000).default(''),
});
export type ExpectedChunk = z.infer<typeof ExpectedChunk>;

export const ExpectedChunks = z
  .array(ExpectedChunk)
  .min(1, 'Please choose at least one chunk that the question should find.')
  .max(20, 'Please choose at most 20 chunks.');

/** A question that is kept as a test of the knowledge base. */
export const SavedQuestion = z.object({
  savedQuestionId: z.string(),
  knowledgeBaseId: z.string(),
  query: z.string(),
  expected: z.array(ExpectedChunk),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  abilities: Abilities,
});
export type SavedQuestion = z.infer<typeof SavedQuestion>;
