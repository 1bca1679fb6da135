export {
  createLexicalIndex,
  type LexicalHit,
  type LexicalIndex,
  type LexicalQuery,
} from './lexical-index.ts';
export {
  decodeLexicalSegment,
  encodeLexicalSegment,
  type LexicalDocument,
  type LexicalSegment,
  readSegmentIds,
} from './lexical-segment.ts';
export { type MergeSource, mergeSegments, mergeSources } from './merge-segments.ts';
export { type SegmentPart } from './segment-table.ts';
