import { defineComputation } from '../../../kernel/compute/computation.ts';
import { compareTexts, type Difference } from './editing/compare-texts.ts';
import { extractSentences } from './editing/summary/extract-sentences.ts';

/** Ten times what the largest input takes on a quiet machine. */
const deadlineMs = 10_000;

/** A summary in the document's own sentences. */
export const ownSummary = defineComputation({
  name: 'knowledge.own-summary',
  deadlineMs,
  compute: (text: string): string => extractSentences(text),
});

/** How a text became another. */
export const difference = defineComputation({
  name: 'knowledge.difference',
  deadlineMs,
  compute: ({ before, after }: { before: string; after: string }): Difference[] | null =>
    compareTexts(before, after),
});
