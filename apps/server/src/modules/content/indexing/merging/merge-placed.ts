import { mergeSources } from '@atelier/retrieval/lexical';

/** A segment to merge: its bytes, and the ranges of live chunks in it. */
export interface PlacedBytes {
  bytes: Uint8Array;
  /** Each range has `docs` chunks, beginning with chunk number `first`. */
  parts: readonly { first: number; docs: number }[];
}

const isLiveIn = (parts: PlacedBytes['parts']) => {
  const places = new Set(
    parts.flatMap(({ first, docs }) => Array.from({ length: docs }, (_, at) => first + at)),
  );
  return (document: number): boolean => places.has(document);
};

/** Merges the live chunks of all sources into one segment, in order. Throws what `mergeSources` throws. */
export const mergePlaced = (sources: readonly PlacedBytes[]): Uint8Array =>
  mergeSources(sources.map(({ bytes, parts }) => ({ bytes, keeps: isLiveIn(parts) })));
