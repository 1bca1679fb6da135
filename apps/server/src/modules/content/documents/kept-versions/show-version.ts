import type { TxCtx } from '../../../../kernel/context/context.ts';
import type { ImportRow } from '../../bases/index.ts';
import { contentRepository, orderChunkRemoval } from '../../indexing/index.ts';
import { versionRepository } from './repository.ts';

/**
 * Chunks written by hand belong to the text that they were written for. A new text begins without them, and a note says so.
 */
const noteOf = (chunks: number, number: number): string =>
  chunks === 1
    ? `One chunk that was written by hand stayed with version ${number}.`
    : `${chunks} chunks that were written by hand stayed with version ${number}.`;

/** Makes a version the only one that is shown and found. This is the last step of an import. */
export const showVersion = async (tx: TxCtx, { id, version, shownVersion }: ImportRow): Promise<void> => {
  await orderChunkRemoval(tx, await contentRepository.showVersion(tx.db, id, version));
  if (shownVersion === version) return;
  const before = await versionRepository.find(tx.db, id, shownVersion);
  const chunks = before?.chunks.length ?? 0;
  if (chunks > 0) await versionRepository.addNote(tx.db, id, noteOf(chunks, shownVersion));
};
