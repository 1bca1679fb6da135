/** A retrieved chunk. `index` is the number that answers cite as `[index]`. It crosses threads and provider options, hence no interface. */
export type Chunk = {
  index: number;
  chunkId: string;
  documentName: string;
  page?: number;
  /** The headings above the chunk in its document. */
  heading?: string;
  text: string;
};
