import { z } from 'zod';
import { documentPlace, lookupId } from '../../kernel/shapes.ts';

/** Along what a document is cut into chunks (CHUNK-01, CHUNK-03). No chunk holds more than `maxTokens`. */
export const ChunkingStrategy = z.enum([
  'AUTOMATIC',
  'FIXED',
  'SENTENCE',
  'PARAGRAPH',
  'HEADING',
  'PAGE',
  'ROW',
  'SEPARATOR',
]);
export type ChunkingStrategy = z.infer<typeof ChunkingStrategy>;

/** What is taken out of a document's text before it is stored and cut (KB-04). */
export const Preprocessing = z.object({
  collapseWhitespace: z.boolean().default(false),
  removeUrls: z.boolean().default(false),
  removeEmails: z.boolean().default(false),
  /** Lines that stand at the top or bottom of page after page. */
  removeRepeatedLines: z.boolean().default(false),
});
export type Preprocessing = z.infer<typeof Preprocessing>;

/** How documents are cut; sizes in tokens. What was stored with sizes alone is cut automatically. */
export const Chunking = z
  .object({
    strategy: ChunkingStrategy.default('AUTOMATIC'),
    maxTokens: z.number().int().min(50).max(2000).default(400),
    overlapTokens: z.number().int().min(0).max(400).default(60),
    /** SENTENCE: how many make a chunk. */
    sentences: z.number().int().min(1).max(50).default(5),
    /** HEADING: headings of this rank and above begin a chunk. */
    headingLevel: z.number().int().min(1).max(6).default(3),
    /** ROW: how many make a chunk. */
    rows: z.number().int().min(1).max(100).default(1),
    /** SEPARATOR: a chunk ends after each of these; plain text, no patterns. */
    separators: z.array(z.string().min(1).max(50)).max(10).default([]),
    preprocessing: Preprocessing.prefault({}),
  })
  .refine(({ strategy, separators }) => strategy !== 'SEPARATOR' || separators.length > 0, {
    path: ['separators'],
    message: 'Please enter at least one separator',
  });
export type Chunking = z.infer<typeof Chunking>;

/** Characters that a preview cuts; of a longer text it shows the beginning. */
export const longestPreview = 50_000;

/** One chunk of a preview; `start` and `end` are its span in the text. */
export const PreviewChunk = z.object({
  ordinal: z.number().int(),
  text: z.string(),
  tokens: z.number().int(),
  ...documentPlace,
  heading: z.string().nullable(),
  start: z.number().int(),
  end: z.number().int(),
  /** Characters at its beginning that are the end of the chunk before it. */
  repeated: z.number().int(),
  /** What parent-child retrieval gives with it: chunks from one ordinal to another, and their tokens. */
  parent: z.object({ first: z.number().int(), last: z.number().int(), tokens: z.number().int() }),
});
export type PreviewChunk = z.infer<typeof PreviewChunk>;

/** How a text would be cut. */
export const ChunkingPreview = z.object({
  chunks: z.array(PreviewChunk),
  /** Whether all of the text was cut; otherwise its beginning. */
  isWhole: z.boolean(),
});
export type ChunkingPreview = z.infer<typeof ChunkingPreview>;

/** A text with the ending of the file that it would stand in, or a document that is there. */
export const NewChunkingPreview = z
  .object({
    chunking: Chunking.prefault({}),
    text: z
      .string()
      .max(longestPreview, 'Please enter at most 50,000 characters')
      .refine((text) => text.trim() !== '', 'Please enter a text')
      .optional(),
    /** What the text is read as: Markdown, unless it says otherwise. */
    name: z.string().trim().min(1).max(500).default('text.md'),
    knowledgeBaseImportId: lookupId.optional(),
    parentTokens: z.number().int().min(200).max(4000).default(1200),
  })
  .refine(
    ({ text, knowledgeBaseImportId }) => (text === undefined) !== (knowledgeBaseImportId === undefined),
    {
      path: ['text'],
      message: 'Please enter a text or choose a document',
    },
  );
export type NewChunkingPreview = z.output<typeof NewChunkingPreview>;
