import { type Candidate, rerankByWords, type WordScore } from '@atelier/retrieval';
import { defineComputation } from '../../kernel/compute/computation.ts';
import { compareTexts, type Difference } from './editing/compare-texts.ts';
import { extractSentences } from './editing/summary/extract-sentences.ts';
import { cutPreview } from './index-versions/cut-preview.ts';
import { mergePlaced, type PlacedBytes } from './merging/merge-placed.ts';
import { type Parts, type Passages, partsOf } from './search/parts-of.ts';

/** Ten times what the largest input takes on a quiet machine. */
const deadlineMs = 10_000;
/** Characters whose sentences are found and scored within 10 ms. */
const few = 16_000;

interface Asked {
  query: string;
  candidates: readonly Candidate[];
}

/** Which part of each found passage is shown, and which is quoted. */
export const passageParts = defineComputation({
  name: 'knowledge.passage-parts',
  deadlineMs,
  isSmall: ({ query, passages }: Passages) =>
    passages.reduce((sum, { text }) => sum + text.length, query.length) <= few,
  compute: (passages: Passages): Parts[] => partsOf(passages),
});
/** How well candidates fit the words of a question; grows with the length of the question too. */
export const wordScores = defineComputation({
  name: 'knowledge.word-scores',
  deadlineMs,
  isSmall: ({ query, candidates }: Asked) =>
    query.length <= 500 && candidates.reduce((sum, { text }) => sum + text.length, 0) <= few,
  compute: ({ query, candidates }: Asked): WordScore[] => rerankByWords(query, candidates),
});

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

/** How a text would be cut. */
export const preview = defineComputation({ name: 'knowledge.preview', deadlineMs, compute: cutPreview });

/** A merge of 8 MB takes about a second of a core; it waits behind graphs, which take up to a minute each. */
export const segmentMerge = defineComputation({
  name: 'knowledge.segment-merge',
  deadlineMs: 5 * 60_000,
  isSmall: (sources: readonly PlacedBytes[]) =>
    sources.reduce((sum, { bytes }) => sum + bytes.length, 0) <= 50_000,
  compute: mergePlaced,
});
