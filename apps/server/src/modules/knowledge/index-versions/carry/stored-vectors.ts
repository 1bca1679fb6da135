import { decodeVectorSegment, encodeVectorSegment } from '@atelier/retrieval';
import type { TxCtx } from '../../../../kernel/context.ts';
import { newId } from '../../../../kernel/ids.ts';
import { joinVectors } from '../../import-run/embed-chunks.ts';
import type { ChunkPlace } from '../../repository/content.ts';
import { segmentRepository } from '../../repository/segments.ts';
import type { ChunkRow, IndexVersionRow } from '../../tables.ts';
import { indexVersionRepository } from '../repository.ts';

type Embedded = Pick<ChunkRow, 'id' | 'ordinal' | 'contentHash'>;

/** Each vector that the model of a version has made of a document already, by the hash of what it was made of. */
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

/** Stores vectors that search does not see yet. Throws `knowledge.dimensions_changed`. */
export const storeVectors = async (
  tx: TxCtx,
  place: ChunkPlace,
  { rows, vectors }: { rows: readonly Embedded[]; vectors: readonly Float32Array[] },
): Promise<void> => {
  if (rows.length === 0) return;
  const version = await segmentRepository.findVersion(tx.db, place.indexVersionId);
  const dims = version?.dimensions ?? vectors[0]?.length ?? 0;
  const data = encodeVectorSegment({
    ids: rows.map(({ id }) => id),
    dims,
    vectors: joinVectors(vectors, dims),
  });
  if (version?.dimensions === null) await segmentRepository.setDimensions(tx.db, version.id, dims);
  await segmentRepository.insert(tx.db, place, {
    id: newId('seg'),
    kind: 'VECTOR',
    docs: rows.length,
    lastOrdinal: rows.at(-1)?.ordinal ?? 0,
    data,
  });
};
