export { orderMerge } from './merging/choose-merge.ts';
export {
  chunkContents,
  type DocumentKey,
  foundChunks,
  type IndexedDocumentKey,
  isPublished,
  type NewSegment,
  publishedChunks,
  publishedDocuments,
  type SegmentFacts,
  selectFingerprints,
  selectPublished,
} from './tables.ts';
