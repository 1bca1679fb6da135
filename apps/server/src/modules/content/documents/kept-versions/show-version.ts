import type { TxCtx } from '../../../../kernel/context/context.ts';
import type { ImportRow } from '../../bases/index.ts';
import { contentRepository, orderPassageRemoval } from '../../indexing/index.ts';
import { versionRepository } from './repository.ts';

/** Passages that people wrote belong to the text they were written for: a new text begins without them, and says so. */
const noteOf = (passages: number, number: number): string =>
  passages === 1
    ? `One passage that was written by hand stayed with version ${number}.`
    : `${passages} passages that were written by hand stayed with version ${number}.`;

/** The last step of an import: from here on people read and find this version and no other. */
export const showVersion = async (tx: TxCtx, { id, version, shownVersion }: ImportRow): Promise<void> => {
  await orderPassageRemoval(tx, await contentRepository.showVersion(tx.db, id, version));
  if (shownVersion === version) return;
  const before = await versionRepository.find(tx.db, id, shownVersion);
  const passages = before?.passages.length ?? 0;
  if (passages > 0) await versionRepository.addNote(tx.db, id, noteOf(passages, shownVersion));
};
