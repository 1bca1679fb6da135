import { z } from 'zod';
import { documentPosition, lookupId } from '../../kernel/shapes.ts';

/** The boundaries along which a document is split into chunks (CHUNK-01, CHUNK-03). No chunk holds more than `maxTokens`. */
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

/** The kinds of text that are removed from a document before it is stored and split (KB-04). */
export const Preprocessing = z.object({
  collapseWhitespace: z.boolean().default(false),
  removeUrls: z.boolean().default(false),
  removeEmails: z.boolean().default(false),
  /** Removes headers and footers: lines that are repeated at the top or bottom of many pages. */
  removeRepeatedLines: z.boolean().default(false),
});
export type Preprocessing = z.infer<typeof Preprocessing>;

/** The settings for splitting documents into chunks; sizes are in tokens. Stored settings without a strategy mean AUTOMATIC. */
export const Chunking = z
  .object({
    strategy: ChunkingStrategy.default('AUTOMATIC'),
    maxTokens: z.number().int().min(50).max(2000).default(400),
    overlapTokens: z.number().int().min(0).max(400).default(60),
    /** SENTENCE: the number of sentences in a chunk. */
    sentences: z.number().int().min(1).max(50).default(5),
    /** HEADING: headings of this level and above begin a new chunk. */
    headingLevel: z.number().int().min(1).max(6).default(3),
    /** ROW: the number of rows in a chunk. */
    rows: z.number().int().min(1).max(100).default(1),
    /** SEPARATOR: a chunk ends after each of these texts; they are plain text, not patterns. */
    separators: z.array(z.string().min(1).max(50)).max(10).default([]),
    preprocessing: Preprocessing.prefault({}),
  })
  .refine(({ strategy, separators }) => strategy !== 'SEPARATOR' || separators.length > 0, {
    path: ['separators'],
    message: 'Please enter at least one separator',
  });
export type Chunking = z.infer<typeof Chunking>;

/** Length of a preview in characters; of a longer text only the beginning is previewed. */
export const longestPreview = 50_000;

/** One chunk of a preview; `start` and `end` are its span in the text. */
export const PreviewChunk = z.object({
  ordinal: z.number().int(),
  text: z.string(),
  tokens: z.number().int(),
  ...documentPosition,
  heading: z.string().nullable(),
  start: z.number().int(),
  end: z.number().int(),
  /** Number of characters at the beginning that repeat the end of the previous chunk. */
  repeated: z.number().int(),
  /**
   * The surroundings that parent-child retrieval returns for the chunk: the ordinals of the first and last chunk in them, and their number
   * of tokens.
   */
  parent: z.object({ first: z.number().int(), last: z.number().int(), tokens: z.number().int() }),
});
export type PreviewChunk = z.infer<typeof PreviewChunk>;

/** A preview of the chunks of a text. */
export const ChunkingPreview = z.object({
  chunks: z.array(PreviewChunk),
  /** True when the whole text was split, false when only its beginning was. */
  isWhole: z.boolean(),
});
export type ChunkingPreview = z.infer<typeof ChunkingPreview>;

/** The text to preview: either given with a file name, or that of a stored document. */
export const NewChunkingPreview = z
  .object({
    chunking: Chunking.prefault({}),
    text: z
      .string()
      .max(longestPreview, 'Please enter at most 50,000 characters')
      .refine((text) => text.trim() !== '', 'Please enter a text')
      .optional(),
    /** A file name whose ending says how the text is parsed. */
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
