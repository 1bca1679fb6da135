import type { VersionReason } from '@atelier/contracts/content/bases/import-shapes';
import { newId } from '../../../../kernel/base/ids.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { findKnowledgeBaseRow } from '../../bases/index.ts';
import { removeFiles } from '../../files/index.ts';
import { chunkRepository } from '../repository/chunks.ts';
import { importRepository } from '../repository/imports.ts';
import type { ImportRow } from '../tables.ts';
import { versionRepository } from './repository.ts';

/** The number of replaced versions of a document that are kept. The oldest is deleted when there are more. */
export const keptVersions = 20;

const handwritten = async (tx: TxCtx, row: ImportRow) => {
  const base = await findKnowledgeBaseRow(tx, row.knowledgeBaseId);
  if (!base) return [];
  const key = { importId: row.id, indexVersionId: base.index.id, documentVersion: row.version };
  return chunkRepository.listHandwritten(tx.db, key);
};

const forgetOldest = async (tx: TxCtx, row: ImportRow, spared: number | undefined): Promise<void> => {
  const numbers = (await versionRepository.list(tx.db, row.id)).map(({ number }) => number);
  // The version that is shown is kept, however many later versions have failed.
  const surplus = numbers
    .slice(keptVersions)
    .filter((number) => number !== row.shownVersion && number !== spared);
  await removeFiles(tx, await versionRepository.remove(tx.db, row, surplus));
};

/**
 * Keeps the current content of a document as a version before it is replaced: its file, text, metadata and the chunks
 * written by hand. The caller, who holds the import's lock, then sets the new file and orders a run. The old text is found
 * and shown until that run has published. `spared` is an old version that is not deleted to make room. Returns the number
 * of the new version.
 */
export const keepVersion = async (
  tx: TxCtx,
  row: ImportRow,
  reason: VersionReason,
  spared?: number,
): Promise<number> => {
  await versionRepository.insert(tx.db, {
    id: newId('ver'),
    importId: row.id,
    number: row.version,
    reason: row.versionReason,
    madeBy: row.versionBy,
    madeAt: row.versionAt ?? row.createdAt,
    fileId: row.fileId,
    size: row.size,
    pageCount: row.pageCount,
    charCount: row.charCount,
    metadata: row.metadata,
    encoding: row.encoding,
    corrections: row.corrections,
    chunks: await handwritten(tx, row),
  });
  const version = row.version + 1;
  await importRepository.update(tx.db, row.id, {
    version,
    chunkedFor: null,
    versionReason: reason,
    versionBy: 'name' in tx.actor ? tx.actor.name : null,
    versionAt: tx.now(),
  });
  await forgetOldest(tx, row, spared);
  return version;
};
