import { selectQuote } from '@atelier/retrieval/citations';
import { compressChunk } from '@atelier/retrieval/context';

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
