import { analyze } from '../analysis/analyze.ts';
import type { Language } from '../analysis/languages.ts';
import { RetrievalError } from '../retrieval-error.ts';
import { weighQuery } from './bm25.ts';
import { inField } from './document-field.ts';
import { DocumentTable } from './document-table.ts';
import { keepTerms, type PackedSegment, unpackLexicalSegment } from './lexical-segment.ts';
import { runAllSteps, type SegmentPart, SegmentTable } from './segment-table.ts';
import { TopK } from './top-k.ts';

/**
 * A query. `inSegments` limits the search to these segments before scoring; `filter` removes hits before `topK` is applied. Neither
 * changes a score: the rarity of terms is that of the whole index.
 */
export type LexicalQuery = {
  query: string;
  topK: number;
  filter?: (id: string) => boolean;
  inSegments?: ReadonlySet<string>;
};

/**
 * `bm25` is the raw score. `score` is in 0..1: bm25 divided by the most that any chunk could reach for this query,
 * `(k1 + 1) · Σ idf`. Every query term once in a chunk of average length gives 1 / (k1 + 1) ≈ 0.45, half of the
 * query's weight 0.23; only repetition goes above. It does not depend on the query's length or the corpus' size.
 */
export type LexicalHit = { id: string; score: number; bm25: number };

export type LexicalIndex = {
  /** Adds a segment, or replaces the one with this id. @throws RetrievalError language_mismatch, or as `unpackLexicalSegment`. */
  addSegment(segmentId: string, bytes: Uint8Array): void;
  /**
   * Adds the live parts of a merged segment. Each part can be removed, replaced and searched by its own segment id. Chunks that
   * belong to no part are ignored. @throws as `addSegment`.
   */
  addMerged(bytes: Uint8Array, parts: readonly SegmentPart[]): void;
  /**
   * Works like `addMerged`, in steps of about a millisecond. Searches may run between them and find the parts only after the last step.
   * Nothing else may be added or removed meanwhile.
   */
  addInSteps(bytes: Uint8Array, parts: readonly SegmentPart[]): Generator<void, void>;
  /** Does nothing when there is no such segment. */
  removeSegment(segmentId: string): void;
  has(segmentId: string): boolean;
  search(query: LexicalQuery): LexicalHit[];
  /** The number of live chunks, the estimated memory in bytes, and the number of segments or merged segments that were added. */
  readonly size: { docs: number; bytes: number; pieces: number };
};

/** With `onlyTermsOf`, the index keeps only the data that it needs to answer this one query. */
export type LexicalOptions = { language?: Language; onlyTermsOf?: string };

/**
 * An in-memory BM25 index over segments, with the names of documents as a field of its own. Statistics (N, df, average length) are those of the live segments, so the result never depends on
 * the distribution of chunks over segments or on removed chunks.
 */
export function createLexicalIndex(options: LexicalOptions = {}): LexicalIndex {
  const language = options.language ?? 'english';
  const { onlyTermsOf } = options;
  const wanted = onlyTermsOf === undefined ? undefined : analyze(onlyTermsOf, { language });
  const terms = wanted && new Set([...wanted, ...wanted.map(inField)]);
  const unpack = (bytes: Uint8Array) => {
    const packed = unpackIn(language, bytes);
    return terms ? keepTerms(packed, terms) : packed;
  };
  const documents = new DocumentTable();
  const segments = new SegmentTable(documents);
  return {
    has: (segmentId) => segments.has(segmentId),
    removeSegment: (segmentId) => segments.remove(segmentId),
    addSegment(segmentId, bytes) {
      const packed = unpack(bytes);
      runAllSteps(segments.add(packed, [{ id: segmentId, first: 0, docs: packed.ids.length }]));
    },
    addMerged: (bytes, parts) => runAllSteps(segments.add(unpack(bytes), parts)),
    addInSteps: (bytes, parts) => segments.add(unpack(bytes), parts),
    search({ query, topK, filter, inSegments }) {
      const { store } = segments;
      const weights = weighQuery(analyze(query, { language }), store, documents.live);
      const board = documents.board();
      const norms = documents.norms();
      const { bases, chosen } = inSegments ? segments.choose(inSegments) : {};
      for (const { term, weight, isField } of weights.terms)
        store.accumulate(term, weight, isField ? { board, bases } : { board, norms, bases });
      const top = new TopK<string>(topK, (a, b) => a < b);
      documents.drain(board, top, { chosen, filter });
      return top.ranked().map(({ key, score }) => ({ id: key, bm25: score, score: score / weights.ceiling }));
    },
    get size() {
      return { docs: documents.live, bytes: segments.bytes + documents.bytes, pieces: segments.pieces };
    },
  };
}

function unpackIn(language: Language, bytes: Uint8Array): PackedSegment {
  const packed = unpackLexicalSegment(bytes);
  if (packed.language === language) return packed;
  throw new RetrievalError('retrieval.language_mismatch', 'The segment was analysed in another language.', {
    index: language,
    segment: packed.language,
  });
}
