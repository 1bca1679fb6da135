import {
  Chunking,
  type ChunkingStrategy,
  Preprocessing,
} from '@atelier/contracts/content/bases/chunking-shapes';
import type { z } from 'zod';
import { formatCount } from '../../../../lib/format.ts';

/** Each way of cutting: its name, and a sentence on when to use it (CHUNK-03). */
export const strategyWords: Record<ChunkingStrategy, { name: string; text: string }> = {
  AUTOMATIC: {
    name: 'Automatic',
    text: 'Along headings, paragraphs and rows; small sections are put together. Suits most documents.',
  },
  HEADING: {
    name: 'At headings',
    text: 'A chunk for each section. For manuals, contracts and handbooks with a clear order.',
  },
  PARAGRAPH: {
    name: 'At paragraphs',
    text: 'A chunk for each paragraph. For lists of questions and answers, and for short rules.',
  },
  SENTENCE: {
    name: 'By sentences',
    text: 'So many sentences a chunk. For dense prose, where one fact stands in one sentence.',
  },
  PAGE: {
    name: 'At pages',
    text: 'A chunk for each page. For slides and forms, where a page is one thought.',
  },
  ROW: {
    name: 'By rows',
    text: 'So many rows of a table a chunk. For lists and spreadsheets where each row is one record.',
  },
  FIXED: {
    name: 'By size',
    text: 'Chunks of one size, wherever that ends. For text without paragraphs, such as transcripts.',
  },
  SEPARATOR: {
    name: 'At separators',
    text: 'Wherever a sign of yours stands. For exports that part their entries by a line such as ---.',
  },
};

/** What can be taken out of the text (KB-04). */
export const cleaningWords: Record<keyof Preprocessing, { name: string; text: string }> = {
  removeRepeatedLines: {
    name: 'Take out running lines',
    text: 'Headers and footers that stand on page after page.',
  },
  removeUrls: { name: 'Take out web addresses', text: 'For texts full of links that nobody asks about.' },
  removeEmails: { name: 'Take out mail addresses', text: 'For texts whose addresses nobody should find.' },
  collapseWhitespace: {
    name: 'Collapse blanks',
    text: 'For texts with columns of blanks. Code stays as it is.',
  },
};

export const cleaningKeys = Object.keys(cleaningWords) as (keyof Preprocessing)[];

const standard = Chunking.parse({});

/** What a form holds, with what it leaves out as it is by default. Nothing is judged. */
export const wholeChunking = (given: z.input<typeof Chunking> | undefined): Chunking =>
  Object.assign({ ...standard }, given, { preprocessing: Preprocessing.parse(given?.preprocessing ?? {}) });

const parametersOf = ({
  strategy,
  sentences,
  headingLevel,
  rows,
  separators,
}: Chunking): string | undefined =>
  ({
    SENTENCE: formatCount(sentences, 'sentence'),
    HEADING: `down to level ${headingLevel}`,
    ROW: formatCount(rows, 'row'),
    SEPARATOR: separators.join(' '),
    AUTOMATIC: undefined,
    FIXED: undefined,
    PARAGRAPH: undefined,
    PAGE: undefined,
  })[strategy];

/** "By sentences, 5 sentences" */
export const strategyInWords = (chunking: Chunking): string =>
  [strategyWords[chunking.strategy].name, parametersOf(chunking)].filter(Boolean).join(', ');

/** "400 tokens, 60 overlap" */
export const sizesInWords = ({ maxTokens, overlapTokens }: Chunking): string =>
  `${maxTokens} tokens, ${overlapTokens} overlap`;

/** What is taken out, in a sentence of names. */
export const cleaningInWords = ({ preprocessing }: Chunking): string =>
  cleaningKeys
    .filter((key) => preprocessing[key])
    .map((key) => cleaningWords[key].name)
    .join(', ') || 'Nothing';
