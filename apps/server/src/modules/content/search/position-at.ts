import type { RetrievalResult } from '@atelier/contracts/content/retrieval/retrieval-shapes';

/**
 * The positions of a chunk (pages, or seconds of a recording), each with the offset in the document's text at which it
 * begins.
 */
export type Positions = RetrievalResult['places'];

/**
 * Returns the page, or the second of a recording, at an offset of the document's text; an empty object when there are no
 * positions.
 */
export const positionAt = (places: Positions, offset: number): { page?: number; second?: number } => {
  const { page = null, second = null } = places.findLast(({ start }) => start <= offset) ?? places[0] ?? {};
  return { ...(page === null ? {} : { page }), ...(second === null ? {} : { second }) };
};
