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

const longest = 600;

/** Writes one blank for each white space. Returns the text, and where each of its letters is in the given one. */
const squeeze = (text: string): { plain: string; places: number[] } => {
  let plain = '';
  const places: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    const isBlank = /\s/.test(sign);
    if (isBlank && plain.endsWith(' ')) continue;
    plain += isBlank ? ' ' : sign;
    places.push(at);
  }
  return { plain, places };
};

/**
 * Finds the span of a quote in a chunk. Only white space may differ. Returns undefined when the chunk does not contain it.
 */
export const findQuote = (chunk: DocumentChunk, quote: string): FoundQuote | undefined => {
  const words = quote.trim().slice(0, longest).split(/\s+/).filter(Boolean);
  if (words.length === 0) return undefined;
  const wanted = words.join(' ');
  const { plain, places } = squeeze(chunk.text);
  const found = plain.indexOf(wanted);
  if (found === -1) return undefined;
  const from = places[found] ?? 0;
  const text = chunk.text.slice(from, (places[found + wanted.length - 1] ?? 0) + 1);
  const at = chunk.startOffset + from;
  const { edited } = chunk;
  return {
    chunkId: chunk.id,
    quote: text,
    // A chunk written by hand differs from the document's text, so its whole span is given.
    start: edited ? chunk.startOffset : at,
    end: edited ? chunk.endOffset : at + text.length,
    page: chunk.page,
    second: chunk.second,
  };
};
