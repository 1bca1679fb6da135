import type { DocumentNote } from '../process/wire.ts';

/** Pixels that a picture may hold: a page at 600 dpi has 35 million. */
export const mostPixels = 40_000_000;
/** What is smaller holds no line of text, nor anything that is worth a description. */
export const leastSide = { read: 3, described: 48 } as const;
/** Bytes of a picture as it is sent to a model. */
export const mostSentBytes = 15 * 1024 * 1024;
/** Pages of one file that are described, and pictures in one: what comes after is told in a note. */
export const mostDescribed = 200;

export const picturesLeftOut: DocumentNote = {
  code: 'documents.pictures_left_out',
  message: `Only the first ${mostDescribed} pictures of this document were described by the model. Please split it.`,
};

export const pagesLeftOut = (pages: number): DocumentNote => ({
  code: 'documents.pages_not_described',
  message: `${pages} pages were not described by the model, which sees the first ${mostDescribed} of a file. Please split it.`,
});
