import type { DocumentChunk } from '../repository/cells.ts';

/** The span of a document that a value was read from. */
export interface FoundQuote {
  chunkId: string;
  quote: string;
  start: number;
  end: number;
  page: number | null;
  second: number | null;
}

const escaped = (word: string): string => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

const longest = 600;

/**
 * Finds the span of a quote in a chunk. Only white space may differ. Returns undefined when the chunk does not contain it.
 */
export const findQuote = (chunk: DocumentChunk, quote: string): FoundQuote | undefined => {
  const words = quote.trim().slice(0, longest).split(/\s+/).filter(Boolean);
  if (words.length === 0) return undefined;
  // expression-is-made: words without white space, with white space between them.
  const found = new RegExp(words.map(escaped).join(String.raw`\s+`), 'u').exec(chunk.text);
  if (!found) return undefined;
  const at = chunk.startOffset + found.index;
  const { edited } = chunk;
  return {
    chunkId: chunk.id,
    quote: found[0],
    // A chunk written by hand differs from the document's text, so its whole span is given.
    start: edited ? chunk.startOffset : at,
    end: edited ? chunk.endOffset : at + found[0].length,
    page: chunk.page,
    second: chunk.second,
  };
};
