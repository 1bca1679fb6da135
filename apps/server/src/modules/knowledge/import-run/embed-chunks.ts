import { encodeVectorSegment } from '@atelier/retrieval';
import { AppError } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import type { RunHandle } from '../../../kernel/runs/index.ts';
import { embedTexts } from '../../models/index.ts';
import { contentRepository } from '../repository/content.ts';
import { segmentRepository } from '../repository/segments.ts';
import type { ChunkRow } from '../tables.ts';
import type { ImportWork } from './import-work.ts';

const batchSize = 64;
const embeddingFrom = 0.5;

/** What is embedded of a passage. */
export const textOf = ({ heading, text }: Pick<ChunkRow, 'heading' | 'text'>): string =>
  heading === null ? text : `${heading}\n\n${text}`;

/** Throws `knowledge.dimensions_changed`. */
export const joinVectors = (vectors: readonly Float32Array[], dims: number): Float32Array => {
  const joined = new Float32Array(vectors.length * dims);
  vectors.forEach((vector, row) => {
    if (vector.length !== dims) throw new AppError('knowledge.dimensions_changed');
    joined.set(vector, row * dims);
  });
  return joined;
};

const storeVectors = (
  run: RunHandle,
  { place, index }: ImportWork,
  { rows, vectors }: { rows: readonly ChunkRow[]; vectors: readonly Float32Array[] },
): Promise<void> =>
  run.step(async (tx) => {
    const version = await segmentRepository.findVersion(tx.db, index.id);
    const dims = version?.dimensions ?? vectors[0]?.length ?? 0;
    const data = encodeVectorSegment({
      ids: rows.map(({ id }) => id),
      dims,
      vectors: joinVectors(vectors, dims),
    });
    if (version?.dimensions === null) await segmentRepository.setDimensions(tx.db, index.id, dims);
    await segmentRepository.insert(tx.db, place, {
      id: newId('seg'),
      kind: 'VECTOR',
      docs: rows.length,
      lastOrdinal: rows.at(-1)?.ordinal ?? 0,
      data,
    });
  });

/**
 * Embeds the chunks that have no vector yet. Each batch is committed before the next is paid for, so that a crash or a
 * retry repeats at most the one call that was under way. Throws the failures of `embedTexts`.
 */
export const embedChunks = async (run: RunHandle, work: ImportWork, modelId: string): Promise<void> => {
  const { place } = work;
  const { total, last } = await run.step(async (tx) => ({
    total: await contentRepository.countChunks(tx.db, place),
    last: await segmentRepository.findLastEmbedded(tx.db, place),
  }));
  let after = last;
  for (;;) {
    const rows = await run.ctx.tx((tx) =>
      contentRepository.listChunks(tx.db, place, { after, limit: batchSize }),
    );
    if (rows.length === 0) return;
    run.signal.throwIfAborted();
    const { vectors } = await embedTexts(run.ctx, {
      modelId,
      texts: rows.map(textOf),
      reference: `import ${place.importId}`,
      knowledgeBaseId: work.index.knowledgeBaseId,
      signal: run.signal,
    });
    await storeVectors(run, work, { rows, vectors });
    after = rows.at(-1)?.ordinal ?? after;
    await run.progress(embeddingFrom + (1 - embeddingFrom) * ((after + 1) / total), 'Embedding');
  }
};
