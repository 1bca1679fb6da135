export { orderMerge } from './merging/choose-merge.ts';
export {
  type ChunkRow,
  chunkContents,
  publishedChunks,
  publishedDocuments,
  type SectionRow,
} from './tables.ts';
