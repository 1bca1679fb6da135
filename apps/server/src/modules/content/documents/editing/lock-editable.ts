import { fail } from '../../../../kernel/base/errors.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import type { ImportWithRun } from '../../bases/index.ts';
import { getImportRow, importStatusOf, isCancellable, isEditable } from '../../bases/index.ts';
import { lockImport } from '../service/retry-import.ts';

/** Throws `documents.busy` while it is being imported, `documents.nothing_to_edit` when there is no whole text of it. */
export const checkEditable = ({ import: row, run }: ImportWithRun): void => {
  const status = importStatusOf(run);
  if (isCancellable(status)) fail('documents.busy');
  if (!isEditable(status, row)) fail('documents.nothing_to_edit');
};

/** A document that nobody else changes until the transaction ends. Throws `knowledge.import_not_found` and as `checkEditable`. */
export const lockEditable = async (tx: TxCtx, importId: string): Promise<ImportWithRun> => {
  await getImportRow(tx, importId);
  const row = await lockImport(tx, importId);
  checkEditable(row);
  return row;
};
