export { type AnalyzeOptions, analyze } from './analysis/analyze.ts';
export { isLanguage, type Language, languages } from './analysis/languages.ts';
export { type CitationMarker, parseCitationMarkers } from './citations/citation-markers.ts';
export {
  type Citation,
  type CitationOutput,
  type CitationStream,
  createCitationStream,
  renumberCitations,
} from './citations/citation-stream.ts';
export { type Quote, selectQuote } from './citations/select-quote.ts';
export {
  buildContext,
  type Context,
  type ContextChunk,
  type ContextHit,
  type LeftOut,
} from './context/build-context.ts';
export { type Compressed, compressChunk } from './context/compress-chunk.ts';
export { type FusedHit, fuse, type Ranking } from './fusion/fuse.ts';
export { fuseScores, type ScoredRanking } from './fusion/fuse-scores.ts';
export { buildGraph, type GraphChoice } from './graph/build-graph.ts';
export {
  createGraphSearcher,
  type GraphHits,
  type GraphIndex,
  type GraphSearcher,
  type GraphTexts,
  indexGraph,
  type SearchableGraph,
} from './graph/graph-search.ts';
export type {
  Community,
  GraphEntityNode,
  GraphRelationEdge,
  KnowledgeGraph,
  Mention,
  NameEdit,
  ReadChunk,
  ReadEntity,
  ReadRelation,
} from './graph/graph-types.ts';
export { undecidedNames } from './graph/undecided-names.ts';
export {
  createLexicalIndex,
  type LexicalHit,
  type LexicalIndex,
  type LexicalQuery,
} from './lexical/lexical-index.ts';
export {
  decodeLexicalSegment,
  encodeLexicalSegment,
  type LexicalDocument,
  type LexicalSegment,
  readSegmentIds,
} from './lexical/lexical-segment.ts';
export { type MergeSource, mergeSegments, mergeSources } from './lexical/merge-segments.ts';
export type { SegmentPart } from './lexical/segment-table.ts';
export { type Child, growParents, type Parent } from './parents/grow-parents.ts';
export { type ExpandOptions, expandQuery } from './queries/expand-query.ts';
export { type Candidate, rerankByWords, type WordScore } from './ranking/rerank-by-words.ts';
export { decayByTime, recencyOf, type TimedHit } from './ranking/time-decay.ts';
export { RetrievalError, type RetrievalErrorCode, type RetrievalFailure } from './retrieval-error.ts';
export { type Sentence, splitSentences } from './text/split-sentences.ts';
export { createExactVectorIndex } from './vector/exact-vector-index.ts';
export type { VectorHit, VectorIndex, VectorQuery } from './vector/vector-index.ts';
export {
  decodeVectorSegment,
  encodeVectorSegment,
  mergeVectorSegments,
  type VectorSegment,
} from './vector/vector-segment.ts';
