import { decodeVectorSegment } from '@atelier/retrieval/vector';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import type { IndexVersionRow } from '../../bases/index.ts';
import { indexVersionRepository } from '../../indexing/index.ts';

/** Returns the vectors that a version's model has already made for a document, by content hash. */
export const readKnownVectors = async (
  tx: TxCtx,
  { embeddingModelId }: Pick<IndexVersionRow, 'embeddingModelId'>,
  importId: string,
): Promise<Map<string, Float32Array>> => {
  const known = new Map<string, Float32Array>();
  if (embeddingModelId === null) return known;
  const hashes = await indexVersionRepository.listHashes(tx.db, importId);
  for (const data of await indexVersionRepository.listVectors(tx.db, { importId, embeddingModelId })) {
    const { ids, dims, vectors } = decodeVectorSegment(data);
    ids.forEach((id, row) => {
      const hash = hashes.get(id);
      if (hash !== undefined) known.set(hash, vectors.slice(row * dims, (row + 1) * dims));
    });
  }
  return known;
};
