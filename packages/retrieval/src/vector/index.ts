export { createExactVectorIndex } from './exact-vector-index.ts';
export { type VectorHit, type VectorIndex, type VectorQuery } from './vector-index.ts';
export {
  decodeVectorSegment,
  encodeVectorSegment,
  mergeVectorSegments,
  mergeVectorSources,
  readVectorIds,
  type VectorSegment,
  type VectorSource,
} from './vector-segment.ts';
