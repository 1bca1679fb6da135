import { encodeVectorSegment } from '@atelier/retrieval/vector';
import { AppError } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import type { ChunkRow } from '../../bases/index.ts';
import type { IndexedDocumentKey } from '../../indexing/index.ts';
import { segmentRepository } from '../../indexing/index.ts';

const join = (vectors: readonly Float32Array[], dims: number): Float32Array => {
  const joined = new Float32Array(vectors.length * dims);
  vectors.forEach((vector, row) => {
    if (vector.length !== dims) throw new AppError('knowledge.dimensions_changed');
    joined.set(vector, row * dims);
  });
  return joined;
};

/**
 * Stores the vectors of chunks, in the same order, as a segment that is not searched yet. Throws
 * `knowledge.dimensions_changed`.
 */
export const storeVectors = async (
  tx: TxCtx,
  key: IndexedDocumentKey,
  { rows, vectors }: { rows: readonly Pick<ChunkRow, 'id' | 'ordinal'>[]; vectors: readonly Float32Array[] },
): Promise<void> => {
  if (rows.length === 0) return;
  const version = await segmentRepository.findVersion(tx.db, key.indexVersionId);
  const dims = version?.dimensions ?? vectors[0]?.length ?? 0;
  const data = encodeVectorSegment({ ids: rows.map(({ id }) => id), dims, vectors: join(vectors, dims) });
  if (version?.dimensions === null) await segmentRepository.setDimensions(tx.db, version.id, dims);
  await segmentRepository.insert(tx.db, key, {
    id: newId('seg'),
    kind: 'VECTOR',
    docs: rows.length,
    lastOrdinal: rows.at(-1)?.ordinal ?? 0,
    data,
  });
};
