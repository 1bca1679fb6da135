import { decodeVectorSegment } from '@atelier/retrieval';
import type { VectorPoint } from '@atelier/vector-stores';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import type { IndexVersionRow } from '../../bases/index.ts';
import { type VectorSegmentFacts, vectorStoreRepository } from './repository.ts';
import { collectionOf, useStore } from './use-store.ts';

type StoredVersion = Pick<IndexVersionRow, 'id' | 'connectionId' | 'storeGeneration'>;

const pointsOf = (data: Uint8Array, documentId: string): VectorPoint[] => {
  const { ids, dims, vectors } = decodeVectorSegment(data);
  return ids.map((id, row) => ({ id, documentId, vector: vectors.subarray(row * dims, (row + 1) * dims) }));
};

interface Writing {
  /** Null while no vector has been made. */
  dimensions: number | null;
  segments: readonly VectorSegmentFacts[];
  signal: AbortSignal;
  /** Told how many points are written, after each segment. */
  onWritten(points: number): Promise<void>;
}

/**
 * Writes segments of vectors into the external store of their index version. Points have the ids of their chunks, so that
 * doing it again changes nothing. Returns how many points were written. Throws `vector_stores.*`.
 */
export const writePoints = async (ctx: Ctx, version: StoredVersion, writing: Writing): Promise<number> => {
  const { connectionId } = version;
  const { dimensions, segments, signal, onWritten } = writing;
  if (connectionId === null) return fail('vector_stores.embedded');
  if (dimensions === null) return 0;
  const collection = collectionOf(version);
  await useStore(ctx, connectionId, (store) => store.prepare(collection, dimensions));
  let written = 0;
  for (const { id, importId } of segments) {
    signal.throwIfAborted();
    const data = await ctx.tx((tx) => vectorStoreRepository.readSegment(tx.db, id));
    if (!data) continue;
    const points = pointsOf(data, importId);
    await useStore(ctx, connectionId, (store) => store.upsert(collection, points));
    written += points.length;
    await onWritten(written);
  }
  return written;
};
