import type { DocumentVersion } from '@atelier/contracts/content/bases/import-shapes';
import type { TxCtx } from '../../../../../kernel/context/context.ts';
import type { ImportRow } from '../../../bases/declarations.ts';
import { versionRepository } from '../../kept-versions/repository.ts';
import { presentCurrent, presentVersion } from '../../present.ts';

/** Newest first. */
export const presentVersions = async (tx: TxCtx, row: ImportRow): Promise<DocumentVersion[]> => [
  presentCurrent(row),
  ...(await versionRepository.list(tx.db, row.id)).map((kept) => presentVersion(row, kept)),
];
