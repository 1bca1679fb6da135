import { createSectionCutter, hashChunk, storeChunks, toChunkRow } from './document-writer.ts';
import { storeVectors } from './embed-chunks.ts';
import { embeddedTitle, readNames } from './names-in.ts';

/**
 * The functions that turn a document into sections, chunks and vectors, for modules that split it again for another index
 * version.
 */
export const chunkWriting = {
  createSectionCutter,
  rowOf: toChunkRow,
  hashOf: hashChunk,
  embeddedTitle,
  readNames,
  storeChunks,
  storeVectors,
};
