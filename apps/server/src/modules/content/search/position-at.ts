import type { RetrievalResult } from '@atelier/contracts/content/retrieval/retrieval-shapes';

/** The places of a chunk, each with the offset in the document's text where it begins. */
export type Positions = RetrievalResult['places'];

/** The page, or the second of a recording, at an offset of the document's text; neither where there are no places. */
export const positionAt = (places: Positions, offset: number): { page?: number; second?: number } => {
  const { page = null, second = null } = places.findLast(({ start }) => start <= offset) ?? places[0] ?? {};
  return { ...(page === null ? {} : { page }), ...(second === null ? {} : { second }) };
};
