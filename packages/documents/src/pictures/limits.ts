import type { DocumentNote } from '../process/wire.ts';

/** The most pixels of a picture. A page at 600 dpi has 35 million. */
export const mostPixels = 40_000_000;
/** Pictures with a shorter side contain no line of text, or nothing that is worth a description. */
export const leastSide = { read: 3, described: 48 } as const;
/** The largest picture that is sent to a model, in bytes. */
export const mostSentBytes = 15 * 1024 * 1024;
/** The most pages of one file, or pictures in it, that are described. A note tells about the rest. */
export const mostDescribed = 200;

export const picturesLeftOut: DocumentNote = {
  code: 'documents.pictures_left_out',
  message: `Only the first ${mostDescribed} pictures of this document were described by the model. Please split it.`,
};

export const pagesLeftOut = (pages: number): DocumentNote => ({
  code: 'documents.pages_not_described',
  message: `${pages} pages were not described by the model, which sees the first ${mostDescribed} of a file. Please split it.`,
});
