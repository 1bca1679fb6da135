import type { RunContext } from '../../../../kernel/runs/index.ts';
import type { ChunkRow } from '../../bases/index.ts';
import { contentRepository, segmentRepository } from '../../indexing/index.ts';
import { embedTexts } from '../../models/index.ts';
import type { ImportWork } from './import-work.ts';
import { storeVectors } from './store-vectors.ts';

const batchSize = 64;
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
export const embedChunks = async (run: RunContext, work: ImportWork, modelId: string): Promise<void> => {
  const { key } = work;
  const { total, last } = await run.write(async (tx) => ({
    total: await contentRepository.countChunks(tx.db, key),
    last: await segmentRepository.findLastEmbedded(tx.db, key),
  }));
  let after = last;
  for (;;) {
    const rows = await run.ctx.tx((tx) =>
      contentRepository.listChunks(tx.db, key, { after, limit: batchSize }),
    );
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
