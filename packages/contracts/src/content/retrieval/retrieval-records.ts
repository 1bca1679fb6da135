import { z } from 'zod';
import { Revision } from '../../kernel/revisions.ts';
import { Abilities, lookupId, Timestamp } from '../../kernel/shapes.ts';
import { RetrievalMode, RetrievalSettings, RetrievalTimings, StageScores } from './retrieval-shapes.ts';

/** TEST: the retrieval screen. CHAT: an app. */
export const RetrievalOrigin = z.enum(['TEST', 'CHAT']);
export type RetrievalOrigin = z.infer<typeof RetrievalOrigin>;

/** The record of one search (RETRIEVE-10, KB-18). It keeps the ids of chunks and not their text, so that a deleted document leaves no text behind. */
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

/**
 * A chunk that a saved question should find. It is identified by its text, which stays valid when the document is split again.
 */
export const ExpectedChunk = z.object({
  knowledgeBaseImportId: lookupId,
  documentName: z.string().max(500).default(''),
  /** Words of the chunk; blank when any chunk of the document counts. */
  text: z.string().trim().max(2000).default(''),
});
export type ExpectedChunk = z.infer<typeof ExpectedChunk>;

export const ExpectedChunks = z
  .array(ExpectedChunk)
  .min(1, 'Please choose at least one chunk that the question should find.')
  .max(20, 'Please choose at most 20 chunks.');

/** A question that is saved as a test of the knowledge base. */
export const SavedQuestion = z.object({
  savedQuestionId: z.string(),
  revision: Revision,
  knowledgeBaseId: z.string(),
  query: z.string(),
  expected: z.array(ExpectedChunk),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  abilities: Abilities,
});
export type SavedQuestion = z.infer<typeof SavedQuestion>;
