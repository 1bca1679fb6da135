import { createSectionCutter, hashOf, rowOf, storeChunks } from './document-writer.ts';
import { storeVectors, textOf } from './embed-chunks.ts';

/** How a document becomes sections, chunks and vectors, for whoever cuts it again for another index version. */
export const chunkWriting = { createSectionCutter, rowOf, hashOf, textOf, storeChunks, storeVectors };
