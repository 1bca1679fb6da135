import { compressPassage, selectQuote } from '@atelier/retrieval';

/** What was found for a question. */
export interface Passages {
  query: string;
  /** `isCompressed`: only the run of sentences that speaks of the question is shown. */
  passages: readonly { text: string; isCompressed: boolean }[];
}

/** A span of a passage. */
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

/** What of each passage is quoted, and what is shown. */
export const partsOf = ({ query, passages }: Passages): Parts[] =>
  passages.map(({ text, isCompressed }) => ({
    quote: spanOf(selectQuote(query, text)),
    shown: isCompressed ? spanOf(compressPassage(query, text)) : null,
  }));
