import type { PointName, VectorPoint, VectorStore } from './vector-store.ts';
import { VectorStoreError, wrongDimensions } from './vector-store-error.ts';

/** The points to remove from a collection: those of documents, or single ones. */
export type Gone =
  | { documentIds: readonly string[]; points?: undefined }
  | { documentIds?: undefined; points: readonly PointName[] };

/** The methods that each store implements. A store that keeps no connection has nothing to close. */
export interface BareStore extends Pick<VectorStore, 'test' | 'prepare' | 'upsert' | 'search' | 'drop'> {
  /** Removes the points that exist. Does nothing when the collection does not exist. */
  remove(collection: string, gone: Gone): Promise<void>;
  close?(): Promise<void>;
}

export const listIds = (points: readonly PointName[]): string[] => points.map(({ id }) => id);

export interface Limits {
  /** The most points in one call. */
  batch: number;
  /** The most dimensions that the store can search. */
  dimensions: number;
  /** The most hits that one search may ask for. */
  hits: number;
}

/** A collection name that is valid in every store. */
const collectionName = /^[a-z][a-z0-9_]{0,50}$/;

const checkCollection = (collection: string): void => {
  if (!collectionName.test(collection)) throw new Error(`${collection} cannot be the name of a collection.`);
};

const isZero = (vector: Float32Array): boolean => vector.every((value) => value === 0);

const checkVector = (vector: Float32Array): void => {
  if (vector.some((value) => !Number.isFinite(value)))
    throw new VectorStoreError(
      'vector_stores.unexpected_answer',
      'The embedding model gave a vector that holds no numbers. Please try another model.',
    );
};

const noScore = () =>
  new VectorStoreError(
    'vector_stores.unexpected_answer',
    'The store answered with hits that have no score. Please check its address and version.',
  );

const checkPoints = (points: readonly VectorPoint[]): VectorPoint[] => {
  const dims = points[0]?.vector.length;
  for (const { vector } of points) {
    checkVector(vector);
    if (vector.length !== dims) throw wrongDimensions(`${dims} and ${vector.length} dimensions in one call`);
  }
  // A zero vector is similar to nothing. Some stores refuse it, and none finds it.
  return points.filter(({ vector }) => !isZero(vector));
};

/** Adds the behaviour that all stores share: checks of names and sizes, batching, and no calls for empty input. */
export const guarded = (store: BareStore, limits: Limits): VectorStore => ({
  test: (signal) => store.test(signal),
  close: async () => store.close?.(),
  async prepare(collection, dims) {
    checkCollection(collection);
    if (dims > limits.dimensions)
      throw wrongDimensions(`it takes at most ${limits.dimensions} dimensions, the model has ${dims}`);
    await store.prepare(collection, dims);
  },
  async upsert(collection, points) {
    checkCollection(collection);
    const fit = checkPoints(points);
    for (let from = 0; from < fit.length; from += limits.batch)
      await store.upsert(collection, fit.slice(from, from + limits.batch));
  },
  async search(collection, query) {
    checkCollection(collection);
    checkVector(query.vector);
    if (isZero(query.vector) || query.documentIds?.length === 0 || query.topK < 1) return [];
    const topK = Math.min(query.topK, limits.hits);
    const hits = await store.search(collection, { ...query, topK });
    if (hits.some(({ score }) => !Number.isFinite(score))) throw noScore();
    // Scores are clamped because of rounding in the store; equal scores have the same order in all stores.
    return hits
      .slice(0, topK)
      .map(({ id, score }) => ({ id, score: Math.min(Math.max(score, 0), 1) }))
      .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
  },
  async removeDocuments(collection, documentIds) {
    checkCollection(collection);
    const most = 500;
    for (let from = 0; from < documentIds.length; from += most)
      await store.remove(collection, { documentIds: documentIds.slice(from, from + most) });
  },
  async removePoints(collection, points) {
    checkCollection(collection);
    for (let from = 0; from < points.length; from += limits.batch)
      await store.remove(collection, { points: points.slice(from, from + limits.batch) });
  },
  async drop(collection) {
    checkCollection(collection);
    await store.drop(collection);
  },
});
