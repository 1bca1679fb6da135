import type { RetrievalResult } from '@atelier/contracts';

/** The pages of a passage, each with the offset in the document's text where it begins. */
export type Pages = RetrievalResult['pages'];

/** The page on which an offset of the document's text lies, or undefined where there are no pages. */
export const pageAt = (pages: Pages, offset: number): number | undefined =>
  (pages.findLast(({ start }) => start <= offset) ?? pages[0])?.page;
