import { z } from 'zod';

/** Along what a document is cut into passages (CHUNK-01, CHUNK-03). No passage holds more than `maxTokens`. */
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
    /** SENTENCE: how many make a passage. */
    sentences: z.number().int().min(1).max(50).default(5),
    /** HEADING: headings of this rank and above begin a passage. */
    headingLevel: z.number().int().min(1).max(6).default(3),
    /** ROW: how many make a passage. */
    rows: z.number().int().min(1).max(100).default(1),
    /** SEPARATOR: a passage ends after each of these; plain text, no patterns. */
    separators: z.array(z.string().min(1).max(50)).max(10).default([]),
    preprocessing: Preprocessing.prefault({}),
  })
  .refine(({ strategy, separators }) => strategy !== 'SEPARATOR' || separators.length > 0, {
    path: ['separators'],
    message: 'Please enter at least one separator',
  });
export type Chunking = z.infer<typeof Chunking>;
