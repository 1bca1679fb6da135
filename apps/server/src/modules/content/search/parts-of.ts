import { compressChunk, selectQuote } from '@atelier/retrieval';

/** What was found for a question. */
export interface Chunks {
  query: string;
  /** `isCompressed`: only the run of sentences that speaks of the question is shown. */
  chunks: readonly { text: string; isCompressed: boolean }[];
}

/** A span of a chunk. */
export interface Part {
  start: number;
  end: number;
}

export interface Parts {
  quote: Part;
  /** Null: all of it. */
  shown: Part | null;
}

const spanOf = ({ start, end }: Part): Part => ({ start, end });

/** What of each chunk is quoted, and what is shown. */
export const partsOf = ({ query, chunks }: Chunks): Parts[] =>
  chunks.map(({ text, isCompressed }) => ({
    quote: spanOf(selectQuote(query, text)),
    shown: isCompressed ? spanOf(compressChunk(query, text)) : null,
  }));
