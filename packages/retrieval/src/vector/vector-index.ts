/** `cosine` is in -1..1; `score` is the same without its negative half, in 0..1. */
export type VectorHit = { id: string; score: number; cosine: number };

/**
 * A query. `vector` need not be normalised. `inSegments` limits the search to these segments; `filter` removes hits before `topK`
 * is applied.
 */
export type VectorQuery = {
  vector: Float32Array;
  topK: number;
  filter?: (id: string) => boolean;
  inSegments?: ReadonlySet<string>;
};

/** A segment within a merged one: `docs` rows, beginning with row `first`. */
export type VectorPart = { id: string; first: number; docs: number };

/**
 * Finds the nearest neighbours among the vectors of one index version. There is no filter by tenant or knowledge base because
 * each index version has an index of its own.
 */
export type VectorIndex = {
  /**
   * Adds a segment of `encodeVectorSegment`, or replaces the one with this id.
   * @throws RetrievalError as decodeVectorSegment, dimension_mismatch, or index_full.
   */
  addSegment(segmentId: string, bytes: Uint8Array): void;
  /**
   * Adds the live parts of a merged segment. Each part can be removed, replaced and searched by its own segment id. Rows that
   * belong to no part are ignored. @throws as `addSegment`.
   */
  addMerged(bytes: Uint8Array, parts: readonly VectorPart[]): void;
  /** Does nothing when there is no such segment. */
  removeSegment(segmentId: string): void;
  has(segmentId: string): boolean;
  /** @throws RetrievalError dimension_mismatch, or invalid_input for numbers that are not finite. */
  search(query: VectorQuery): VectorHit[];
  /** The number of live chunks, and the memory in bytes. */
  readonly size: { docs: number; bytes: number };
};
