export { activeIndex, reindexRunType } from './index-versions/active-index.ts';

export { versionContentRepository } from './index-versions/repository.ts';

export { rewriteSegments } from './merging/rewrite-segments.ts';

export { chunkRepository, type IndexedDocumentKey, type NewChunk } from './repository/chunks.ts';

export { contentRepository, type NewSection } from './repository/content.ts';

export { type SegmentFacts, segmentRepository } from './repository/segments.ts';

export {
  listStoredStates,
  publishWholeDocuments,
  type WholeDocument,
} from './repository/whole-documents.ts';

export { vectorStore } from './vector-store/vector-store.ts';
