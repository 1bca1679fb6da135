import { encodeVectorSegment } from '@atelier/retrieval/vector';
import { AppError } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import type { RunContext } from '../../../../kernel/runs/index.ts';
import { type IndexVersionRow, indexVersionRepository } from '../../bases/index.ts';
import {
  type ChunkRow,
  chunkRepository,
  type IndexedDocumentKey,
  segmentRepository,
} from '../../indexing/index.ts';
import { embedTexts } from '../../models/index.ts';

const join = (vectors: readonly Float32Array[], dims: number): Float32Array => {
  const joined = new Float32Array(vectors.length * dims);
  vectors.forEach((vector, row) => {
    if (vector.length !== dims) throw new AppError('knowledge.dimensions_changed');
    joined.set(vector, row * dims);
  });
  return joined;
};

/** Encodes the vectors of chunks, in the same order, as a segment. Throws `knowledge.dimensions_changed`. */
export const vectorSegmentOf = (
  rows: readonly Pick<ChunkRow, 'id' | 'ordinal'>[],
  vectors: readonly Float32Array[],
  dims: number,
) => ({
  id: newId('seg'),
  kind: 'VECTOR' as const,
  docs: rows.length,
  lastOrdinal: rows.at(-1)?.ordinal ?? 0,
  data: encodeVectorSegment({ ids: rows.map(({ id }) => id), dims, vectors: join(vectors, dims) }),
});

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
  const version = await indexVersionRepository.find(tx.db, key.indexVersionId);
  const dims = version?.dimensions ?? vectors[0]?.length ?? 0;
  const segment = vectorSegmentOf(rows, vectors, dims);
  if (version?.dimensions === null) await indexVersionRepository.setDimensions(tx.db, version.id, dims);
  await segmentRepository.insert(tx.db, key, segment);
};

/** A document, and the index version that its chunks are embedded for. */
interface EmbeddedDocument {
  key: IndexedDocumentKey;
  index: Pick<IndexVersionRow, 'knowledgeBaseId'>;
}

/** The most texts of one call. */
export const batchSize = 64;
const embeddingFrom = 0.5;

/** Describes the progress for the user. */
const stageOf = (done: number, total: number): string =>
  `Making it searchable: ${done.toLocaleString('en')} of ${total.toLocaleString('en')} chunks`;

/** Returns the text of a chunk that is embedded. */
export const textOf = ({ heading, text }: Pick<ChunkRow, 'heading' | 'text'>): string =>
  heading === null ? text : `${heading}\n\n${text}`;

/**
 * Embeds the chunks that have no vector yet. Each batch is committed before the next is paid for, so that a crash or a
 * retry repeats at most the one call in progress. Throws what `embedTexts` throws.
 */
export const embedChunks = async (
  run: RunContext,
  work: EmbeddedDocument,
  modelId: string,
): Promise<void> => {
  const { key } = work;
  const { total, last } = await run.write(async (tx) => ({
    total: await chunkRepository.count(tx.db, key),
    last: await segmentRepository.findLastEmbedded(tx.db, key),
  }));
  let after = last;
  for (;;) {
    const rows = await run.ctx.tx((tx) => chunkRepository.list(tx.db, key, { after, limit: batchSize }));
    if (rows.length === 0) return;
    run.signal.throwIfAborted();
    const { vectors } = await embedTexts(run.ctx, {
      modelId,
      texts: rows.map(textOf),
      reference: `import ${key.importId}`,
      knowledgeBaseId: work.index.knowledgeBaseId,
      signal: run.signal,
    });
    await run.write((tx) => storeVectors(tx, key, { rows, vectors }));
    after = rows.at(-1)?.ordinal ?? after;
    await run.progress(
      embeddingFrom + (1 - embeddingFrom) * ((after + 1) / total),
      stageOf(after + 1, total),
    );
  }
};
