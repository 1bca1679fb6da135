import { mergeSources } from '@atelier/retrieval';

/** A segment to merge: its bytes, and the runs of chunks in it that are live. */
export interface PlacedBytes {
  bytes: Uint8Array;
  /** `docs` chunks from place `first` on. */
  parts: readonly { first: number; docs: number }[];
}

const isLiveIn = (parts: PlacedBytes['parts']) => {
  const places = new Set(
    parts.flatMap(({ first, docs }) => Array.from({ length: docs }, (_, at) => first + at)),
  );
  return (document: number): boolean => places.has(document);
};

/** One segment with the live chunks of all of them, in their order. Throws as `mergeSources`. */
export const mergePlaced = (sources: readonly PlacedBytes[]): Uint8Array =>
  mergeSources(sources.map(({ bytes, parts }) => ({ bytes, keeps: isLiveIn(parts) })));
