import {
  Chunking,
  type ChunkingStrategy,
  Preprocessing,
} from '@atelier/contracts/content/bases/chunking-shapes';
import type { z } from 'zod';
import { formatCount } from '../../../../lib/format.ts';

/** The name of each chunking strategy, with a sentence on when to use it (CHUNK-03). */
export const strategyWords: Record<ChunkingStrategy, { name: string; text: string }> = {
  AUTOMATIC: {
    name: 'Automatic',
    text: 'Splits at headings, paragraphs and table rows, and joins small sections. Suits most documents.',
  },
  HEADING: {
    name: 'At headings',
    text: 'One chunk for each section. For manuals, contracts and handbooks with clear headings.',
  },
  PARAGRAPH: {
    name: 'At paragraphs',
    text: 'One chunk for each paragraph. For lists of questions and answers, and for short rules.',
  },
  SENTENCE: {
    name: 'By sentences',
    text: 'A fixed number of sentences in each chunk. For dense prose with one fact in each sentence.',
  },
  PAGE: {
    name: 'At pages',
    text: 'One chunk for each page. For slides and forms, where each page covers one topic.',
  },
  ROW: {
    name: 'By rows',
    text: 'A fixed number of table rows in each chunk. For lists and spreadsheets where each row is one record.',
  },
  FIXED: {
    name: 'By size',
    text: 'Chunks of equal size, regardless of the structure. For text without paragraphs, such as transcripts.',
  },
  SEPARATOR: {
    name: 'At separators',
    text: 'Splits at texts that you choose. For exports whose entries are separated by a line such as ---.',
  },
};

/** The kinds of text that can be removed before splitting (KB-04), with labels and explanations. */
export const cleaningWords: Record<keyof Preprocessing, { name: string; text: string }> = {
  removeRepeatedLines: {
    name: 'Take out running lines',
    text: 'Headers and footers that are repeated on many pages.',
  },
  removeUrls: { name: 'Take out web addresses', text: 'For texts full of links that are not worth finding.' },
  removeEmails: {
    name: 'Take out mail addresses',
    text: 'For texts whose mail addresses should not be found.',
  },
  collapseWhitespace: {
    name: 'Collapse blanks',
    text: 'Reduces runs of spaces to one. Code is not changed.',
  },
};

export const cleaningKeys = Object.keys(cleaningWords) as (keyof Preprocessing)[];

const standard = Chunking.parse({});

/** Fills in the defaults of a form's chunking settings, without validating them. */
export const wholeChunking = (given: z.input<typeof Chunking> | undefined): Chunking =>
  Object.assign({ ...standard }, given, { preprocessing: Preprocessing.parse(given?.preprocessing ?? {}) });

const describeParameters = ({
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

/** Names the strategy and its parameter: "By sentences, 5 sentences". */
export const strategyInWords = (chunking: Chunking): string =>
  [strategyWords[chunking.strategy].name, describeParameters(chunking)].filter(Boolean).join(', ');

/** Formats the sizes: "400 tokens, 60 overlap". */
export const sizesInWords = ({ maxTokens, overlapTokens }: Chunking): string =>
  `${maxTokens} tokens, ${overlapTokens} overlap`;

/** Lists the parts that are removed from the text. */
export const cleaningInWords = ({ preprocessing }: Chunking): string =>
  cleaningKeys
    .filter((key) => preprocessing[key])
    .map((key) => cleaningWords[key].name)
    .join(', ') || 'Nothing';
