import { type Candidate, rerankByWords, type WordScore } from '@atelier/retrieval';
import { defineComputation } from '../../../kernel/compute/computation.ts';
import { type Chunks, type Parts, partsOf } from './parts-of.ts';

/** Ten times what the largest input takes on a quiet machine. */
const deadlineMs = 10_000;

/** Characters whose sentences are found and scored within 10 ms. */
const few = 16_000;

interface Asked {
  query: string;
  candidates: readonly Candidate[];
}

/** Which part of each found chunk is shown, and which is quoted. */
export const chunkParts = defineComputation({
  name: 'knowledge.chunk-parts',
  deadlineMs,
  isSmall: ({ query, chunks }: Chunks) =>
    chunks.reduce((sum, { text }) => sum + text.length, query.length) <= few,
  compute: (chunks: Chunks): Parts[] => partsOf(chunks),
});

/** How well candidates fit the words of a question; grows with the length of the question too. */
export const wordScores = defineComputation({
  name: 'knowledge.word-scores',
  deadlineMs,
  isSmall: ({ query, candidates }: Asked) =>
    query.length <= 500 && candidates.reduce((sum, { text }) => sum + text.length, 0) <= few,
  compute: ({ query, candidates }: Asked): WordScore[] => rerankByWords(query, candidates),
});
