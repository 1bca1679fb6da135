import type { TxCtx } from '../../../../kernel/context/context.ts';
import type { IndexVersionRow } from '../../bases/declarations.ts';
import { importRepository } from '../../bases/index.ts';
import { findShownFile } from '../../documents/index.ts';
import type { FileRow } from '../../files/index.ts';
import { type ChunkRow, type SectionRow } from '../../indexing/declarations.ts';
import { contentRepository, versionContentRepository } from '../../indexing/index.ts';

const manySections = 1_000_000;

/** The task of taking a document over from the active version into another one. */
export interface Carry {
  version: IndexVersionRow;
  activeId: string;
  importId: string;
  /** The document's fingerprint in the active version. */
  wanted: string;
}

/** A document with everything that its new chunks are made from. */
export interface CarriedDocument {
  key: { importId: string; indexVersionId: string; documentVersion: number };
  name: string;
  file: FileRow | undefined;
  sections: SectionRow[];
  /** The document's chunks in the active version. */
  old: ChunkRow[];
}

/** Returns undefined when the document was deleted. */
export const readCarriedDocument = async (
  tx: TxCtx,
  { version, activeId, importId }: Carry,
): Promise<CarriedDocument | undefined> => {
  const found = await importRepository.find(tx.db, importId);
  if (!found) return undefined;
  const { shownVersion: documentVersion } = found.import;
  return {
    key: { importId, indexVersionId: version.id, documentVersion },
    name: found.import.name,
    file: await findShownFile(tx, found.import),
    sections: await contentRepository.listSections(tx.db, { importId, documentVersion }, 0, manySections),
    old: await versionContentRepository.listChunks(tx.db, {
      importId,
      indexVersionId: activeId,
      documentVersion,
    }),
  };
};
