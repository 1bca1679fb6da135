import { fail } from '../../../../kernel/base/errors.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { getImportRow, type ImportWithRun } from '../../bases/index.ts';
import { toImportStatus } from '../import-status.ts';
import { isCancellable, isEditable } from '../policy.ts';
import { lockImport } from '../service/retry-import.ts';

/**
 * Throws `documents.busy` while the document is being imported, and `documents.nothing_to_edit` when there is no complete
 * text of it.
 */
export const checkEditable = ({ import: row, run }: ImportWithRun): void => {
  const status = toImportStatus(run);
  if (isCancellable(status)) fail('documents.busy');
  if (!isEditable(status, row)) fail('documents.nothing_to_edit');
};

/** Locks a document until the transaction ends. Throws `knowledge.import_not_found` and what `checkEditable` throws. */
export const lockEditable = async (tx: TxCtx, importId: string): Promise<ImportWithRun> => {
  await getImportRow(tx, importId);
  const row = await lockImport(tx, importId);
  checkEditable(row);
  return row;
};
