import type { RetrievalResult } from '@atelier/contracts/content/retrieval/retrieval-shapes';

/**
 * The positions of a chunk (pages, or seconds of a recording), each with the offset in the document's text at which it
 * begins.
 */
export type Positions = RetrievalResult['positions'];

/**
 * Returns the page, or the second of a recording, at an offset of the document's text; an empty object when there are no
 * positions.
 */
export const positionAt = (positions: Positions, offset: number): { page?: number; second?: number } => {
  const { page = null, second = null } =
    positions.findLast(({ start }) => start <= offset) ?? positions[0] ?? {};
  return { ...(page === null ? {} : { page }), ...(second === null ? {} : { second }) };
};
