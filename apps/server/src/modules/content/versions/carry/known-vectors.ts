import { decodeVectorSegment } from '@atelier/retrieval/vector';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { type IndexVersionRow, indexVersionRepository } from '../../bases/index.ts';
import { versionContentRepository } from '../../indexing/index.ts';

/**
 * Returns the vectors that a version's model has already made for a document in the same format, by content hash.
 */
export const readKnownVectors = async (
  tx: TxCtx,
  {
    embeddingModelId,
    format,
    knowledgeBaseId,
  }: Pick<IndexVersionRow, 'embeddingModelId' | 'format' | 'knowledgeBaseId'>,
  importId: string,
): Promise<Map<string, Float32Array>> => {
  const known = new Map<string, Float32Array>();
  if (embeddingModelId === null) return known;
  const hashes = await versionContentRepository.listHashes(tx.db, importId);
  const versions = await indexVersionRepository.list(tx.db, knowledgeBaseId);
  const alike = versions.filter(
    (version) => version.embeddingModelId === embeddingModelId && version.format === format,
  );
  const made = await versionContentRepository.listVectors(
    tx.db,
    importId,
    alike.map(({ id }) => id),
  );
  for (const data of made) {
    const { ids, dims, vectors } = decodeVectorSegment(data);
    ids.forEach((id, row) => {
      const hash = hashes.get(id);
      if (hash !== undefined) known.set(hash, vectors.slice(row * dims, (row + 1) * dims));
    });
  }
  return known;
};
