import { mergeSources } from '@atelier/retrieval/lexical';
import { mergeVectorSources } from '@atelier/retrieval/vector';
import { defineComputation } from '../../../kernel/compute/computation.ts';

/** A segment to merge: its bytes, and the ranges of live chunks in it. */
interface PlacedBytes {
  bytes: Uint8Array;
  /** Each range has `docs` chunks, beginning with chunk number `first`. */
  parts: readonly { first: number; docs: number }[];
}

interface PlacedSources {
  kind: 'LEXICAL' | 'VECTOR';
  sources: readonly PlacedBytes[];
}

const isLiveIn = (parts: PlacedBytes['parts']) => {
  const places = new Set(
    parts.flatMap(({ first, docs }) => Array.from({ length: docs }, (_, at) => first + at)),
  );
  return (document: number): boolean => places.has(document);
};

/** Merges the live chunks of all sources into one segment, in order. Throws what `mergeSources` and `mergeVectorSources` throw. */
const mergePlaced = ({ kind, sources }: PlacedSources): Uint8Array => {
  const kept = sources.map(({ bytes, parts }) => ({ bytes, keeps: isLiveIn(parts) }));
  return kind === 'LEXICAL' ? mergeSources(kept) : mergeVectorSources(kept);
};

/** A merge of 8 MB takes about a second of a core; it waits behind graphs, which take up to a minute each. */
export const segmentMerge = defineComputation({
  name: 'knowledge.segment-merge',
  deadlineMs: 5 * 60_000,
  isSmall: ({ sources }: PlacedSources) =>
    sources.reduce((sum, { bytes }) => sum + bytes.length, 0) <= 50_000,
  compute: mergePlaced,
});
