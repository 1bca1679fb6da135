import { decodeVectorSegment } from '@atelier/retrieval/vector';
import type { VectorPoint } from '@atelier/vector-stores';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { handleJob } from '../../../../kernel/module/module.ts';
import type { IndexVersionRow } from '../../bases/declarations.ts';
import { findIndexVersion } from '../../bases/index.ts';
import { isExternal, projectionJobType } from './order-projection.ts';
import { type VectorSegmentFacts, vectorStoreRepository } from './repository.ts';
import { toCollectionName, useStore } from './use-store.ts';

type StoredVersion = Pick<IndexVersionRow, 'id' | 'connectionId' | 'storeGeneration'>;

const decodePoints = (data: Uint8Array, documentId: string): VectorPoint[] => {
  const { ids, dims, vectors } = decodeVectorSegment(data);
  return ids.map((id, row) => ({ id, documentId, vector: vectors.subarray(row * dims, (row + 1) * dims) }));
};

interface Writing {
  /** Null as long as no vector exists. */
  dimensions: number | null;
  segments: readonly VectorSegmentFacts[];
  signal: AbortSignal;
  /** Called after each segment with the number of points written so far. */
  onWritten(points: number): Promise<void>;
}

/**
 * Writes vector segments to the external store of their index version. Points have the ids of their chunks, so writing them
 * again changes nothing. Returns the number of points written. Throws `vector_stores.*`.
 */
export const writePoints = async (ctx: Ctx, version: StoredVersion, writing: Writing): Promise<number> => {
  const { connectionId } = version;
  const { dimensions, segments, signal, onWritten } = writing;
  if (connectionId === null) return fail('vector_stores.embedded');
  if (dimensions === null) return 0;
  const collection = toCollectionName(version);
  await useStore(ctx, connectionId, (store) => store.prepare(collection, dimensions));
  let written = 0;
  for (const { id, importId } of segments) {
    signal.throwIfAborted();
    const data = await ctx.tx((tx) => vectorStoreRepository.readSegment(tx.db, id));
    if (!data) continue;
    const points = decodePoints(data, importId);
    await useStore(ctx, connectionId, (store) => store.upsert(collection, points));
    written += points.length;
    await onWritten(written);
  }
  return written;
};

/** Runs the job that writes a document's vectors. Until it has succeeded, the store still finds the old chunks. */
export const projectionJob = handleJob(projectionJobType, async (ctx, { indexVersionId, importId }) => {
  const { version, segments } = await ctx.tx(async (tx) => ({
    version: await findIndexVersion(tx, indexVersionId),
    segments: await vectorStoreRepository.listSegments(tx.db, { indexVersionId, importId, live: true }),
  }));
  if (!version || !isExternal(version)) return;
  const { dimensions } = version;
  const signal = AbortSignal.timeout(600_000);
  await writePoints(ctx, version, { dimensions, segments, signal, onWritten: async () => {} });
});
