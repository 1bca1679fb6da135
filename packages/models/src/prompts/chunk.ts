/**
 * A retrieved chunk. `index` is the number that answers cite as `[index]`. It is a type and not an interface, because it has to be
 * assignable to JSON when it is passed to threads and provider options.
 */
export type Chunk = {
  index: number;
  chunkId: string;
  documentName: string;
  page?: number;
  /** The headings above the chunk in its document. */
  heading?: string;
  text: string;
};
