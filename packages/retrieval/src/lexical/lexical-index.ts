import { analyze } from '../analysis/analyze.ts';
import type { Language } from '../analysis/languages.ts';
import { RetrievalError } from '../retrieval-error.ts';
import { weighQuery } from './bm25.ts';
import { DocumentTable } from './document-table.ts';
import { unpackLexicalSegment } from './lexical-segment.ts';
import { PostingsStore, type SegmentPlace } from './postings-store.ts';
import { TopK } from './top-k.ts';

/**
 * `inSegments` looks only at these, before anything is scored; `filter` decides before a hit counts to `topK`. Neither
 * changes a score: terms are as rare as they are in the whole index.
 */
export type LexicalQuery = {
  query: string;
  topK: number;
  filter?: (id: string) => boolean;
  inSegments?: ReadonlySet<string>;
};

/**
 * `bm25` is the raw score. `score` is in 0..1: bm25 divided by the most that any passage could reach for this query,
 * `(k1 + 1) · Σ idf`. Every query term once in a passage of average length gives 1 / (k1 + 1) ≈ 0.45, half of the
 * query's weight 0.23; only repetition goes above. It does not depend on the query's length or the corpus' size.
 */
export type LexicalHit = { id: string; score: number; bm25: number };

export type LexicalIndex = {
  /** Adds a segment, or replaces the one with this id. @throws RetrievalError as unpackLexicalSegment, or language_mismatch. */
  addSegment(segmentId: string, bytes: Uint8Array): void;
  /** Does nothing when there is no such segment. */
  removeSegment(segmentId: string): void;
  has(segmentId: string): boolean;
  search(query: LexicalQuery): LexicalHit[];
  /** Live passages, and an estimate of the memory held, in bytes. */
  readonly size: { docs: number; bytes: number };
};

type LiveSegment = SegmentPlace & { documents: number; length: number };

/**
 * An in-memory BM25 index over segments. Statistics (N, df, average length) are those of the live segments, so the
 * result never depends on how passages were spread over segments or what was removed.
 */
export function createLexicalIndex(options: { language?: Language } = {}): LexicalIndex {
  const language = options.language ?? 'english';
  const segments = new Map<string, LiveSegment>();
  const documents = new DocumentTable();
  let store = new PostingsStore();

  const compact = () => {
    const fresh = new PostingsStore();
    const moved = documents.startMove();
    for (const segment of segments.values()) {
      const base = moved.take(segment.base, segment.documents);
      Object.assign(segment, store.copySegment(segment, fresh, base));
    }
    moved.finish();
    store = fresh;
  };

  const removeSegment = (segmentId: string) => {
    const segment = segments.get(segmentId);
    if (segment === undefined) return;
    segments.delete(segmentId);
    store.remove(segment);
    documents.forget(segment);
    if (documents.isMostlyDead) compact();
  };

  return {
    has: (segmentId) => segments.has(segmentId),
    removeSegment,
    addSegment(segmentId, bytes) {
      const packed = unpackLexicalSegment(bytes);
      if (packed.language !== language) {
        throw new RetrievalError(
          'retrieval.language_mismatch',
          'The segment was analysed in another language.',
          {
            index: language,
            segment: packed.language,
          },
        );
      }
      removeSegment(segmentId);
      const added = documents.add(packed.ids, packed.lengths);
      segments.set(segmentId, { ...store.add(packed, added.base), ...added });
    },
    search({ query, topK, filter, inSegments }) {
      const weights = weighQuery(analyze(query, { language }), store, documents.live);
      const board = documents.board();
      const norms = documents.norms();
      const bases = inSegments && basesOf(segments, inSegments);
      for (const { term, weight } of weights.terms) store.accumulate(term, weight, { board, norms, bases });
      const top = new TopK<string>(topK, (a, b) => a < b);
      documents.drain(board, top, filter);
      return top.ranked().map(({ key, score }) => ({ id: key, bm25: score, score: score / weights.ceiling }));
    },
    get size() {
      return { docs: documents.live, bytes: store.bytes + documents.bytes };
    },
  };
}

/** First document numbers of the segments that are looked at. */
function basesOf(segments: ReadonlyMap<string, SegmentPlace>, wanted: ReadonlySet<string>): Set<number> {
  const bases = new Set<number>();
  for (const id of wanted) {
    const segment = segments.get(id);
    if (segment !== undefined) bases.add(segment.base);
  }
  return bases;
}
