import { selectQuote } from '@atelier/retrieval/citations';
import { compressChunk } from '@atelier/retrieval/context';
import { type Candidate, rerankByWords, type WordScore } from '@atelier/retrieval/ranking';
import { defineComputation } from '../../../kernel/compute/computation.ts';

/** A question and the chunks that were found for it. */
export interface Chunks {
  query: string;
  /** Without `isQuoted` the quote is empty. If `isCompressed` is set, only the consecutive sentences that match the question are shown. */
  chunks: readonly { text: string; isQuoted: boolean; isCompressed: boolean }[];
}

/** A span of a chunk. */
export interface Part {
  start: number;
  end: number;
}

export interface Parts {
  quote: Part;
  /** Null stands for the whole chunk. */
  shown: Part | null;
}

const toSpan = ({ start, end }: Part): Part => ({ start, end });

/** Chooses the span of each chunk that is quoted and the span that is shown. */
export const selectParts = ({ query, chunks }: Chunks): Parts[] =>
  chunks.map(({ text, isQuoted, isCompressed }) => ({
    quote: isQuoted ? toSpan(selectQuote(query, text)) : { start: 0, end: 0 },
    shown: isCompressed ? toSpan(compressChunk(query, text)) : null,
  }));

/** Ten times the time that the largest input takes on an idle machine. */
const deadlineMs = 10_000;

/** The number of characters whose sentences are found and scored within 10 ms. */
const few = 16_000;

interface Asked {
  query: string;
  candidates: readonly Candidate[];
}

/** Chooses the part of each found chunk that is shown, and the part that is quoted. */
export const chunkParts = defineComputation({
  name: 'knowledge.chunk-parts',
  deadlineMs,
  isSmall: ({ query, chunks }: Chunks) =>
    chunks.reduce((sum, { text }) => sum + text.length, query.length) <= few,
  compute: (chunks: Chunks): Parts[] => selectParts(chunks),
});

/** Scores candidates by the words of a question. The time grows with the length of the question, too. */
export const wordScores = defineComputation({
  name: 'knowledge.word-scores',
  deadlineMs,
  isSmall: ({ query, candidates }: Asked) =>
    query.length <= 500 && candidates.reduce((sum, { text }) => sum + text.length, 0) <= few,
  compute: ({ query, candidates }: Asked): WordScore[] => rerankByWords(query, candidates),
});
