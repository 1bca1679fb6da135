export { activeIndex, reindexRunType } from './index-versions/active-index.ts';
export {
  addSegment,
  findLastEmbedded,
  liveSegments,
  measureIndex,
  publishFresh,
  publishSegments,
  readVectors,
  readWaitingVectors,
  refreshIndex,
  removeWaitingSegments,
  withdrawDocuments,
} from './live-segments.ts';
export { rewriteSegments } from './merging/rewrite-segments.ts';
export { vectorStore } from './vector-store/vector-store.ts';
