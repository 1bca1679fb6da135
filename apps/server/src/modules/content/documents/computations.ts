import { defineComputation } from '../../../kernel/compute/computation.ts';
import { compareTexts, type Difference } from './editing/compare-texts.ts';
import { extractSentences } from './editing/summary/extract-sentences.ts';

/** Ten times the time that the largest input takes on an idle machine. */
const deadlineMs = 10_000;

/** Summarizes a document with its own sentences. */
export const ownSummary = defineComputation({
  name: 'knowledge.own-summary',
  deadlineMs,
  compute: (text: string): string => extractSentences(text),
});

/** Compares two texts. */
export const difference = defineComputation({
  name: 'knowledge.difference',
  deadlineMs,
  compute: ({ before, after }: { before: string; after: string }): Difference[] | null =>
    compareTexts(before, after),
});
