import type { TxCtx } from '../../../../kernel/context/context.ts';
import type { ChunkRow, ImportRow, IndexVersionRow, SectionRow } from '../../bases/index.ts';
import { importRepository } from '../../bases/index.ts';
import type { ImportWork } from '../../documents/index.ts';
import { versionRepository } from '../../documents/index.ts';
import { findFile } from '../../files/index.ts';
import { contentRepository, indexVersionRepository } from '../../indexing/index.ts';

const manySections = 1_000_000;

/** A document that is to be taken over from the active version into another one. */
export interface Carry {
  version: IndexVersionRow;
  activeId: string;
  importId: string;
  /** Its stamp in the active version. */
  wanted: string;
}

/** What the chunks of a document are made of. */
export interface CarriedDocument {
  key: { importId: string; indexVersionId: string; documentVersion: number };
  file: ImportWork['file'] | undefined;
  sections: SectionRow[];
  /** Its chunks in the active version. */
  old: ChunkRow[];
}

/** The file that the shown version was read from, while another one may be on its way in. */
export const findShownFile = async (tx: TxCtx, row: ImportRow): Promise<CarriedDocument['file']> => {
  if (row.version === row.shownVersion) return findFile(tx, row.fileId);
  const shown = await versionRepository.find(tx.db, row.id, row.shownVersion);
  return shown && findFile(tx, shown.fileId);
};

/** Undefined when the document is gone. */
export const readCarriedDocument = async (
  tx: TxCtx,
  { version, activeId, importId }: Carry,
): Promise<CarriedDocument | undefined> => {
  const found = await importRepository.find(tx.db, importId);
  if (!found) return undefined;
  const { shownVersion: documentVersion } = found.import;
  return {
    key: { importId, indexVersionId: version.id, documentVersion },
    file: await findShownFile(tx, found.import),
    sections: await contentRepository.listSections(tx.db, { importId, documentVersion }, 0, manySections),
    old: await indexVersionRepository.listChunks(tx.db, {
      importId,
      indexVersionId: activeId,
      documentVersion,
    }),
  };
};
