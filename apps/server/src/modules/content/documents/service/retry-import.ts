import type { KnowledgeImport } from '@atelier/contracts/content/bases/import-shapes';
import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx, Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { cancelRun, orderRuns } from '../../../../kernel/runs/index.ts';
import { knowledgeTopic } from '../../bases/declarations.ts';
import { isCancellable, isEditable, isRetryable, toImportStatus } from '../import-status.ts';
import { presentImport } from '../present.ts';
import { importRepository } from '../repository/imports.ts';
import type { ImportWithRun } from '../tables.ts';
import { importRunType } from '../topic.ts';
import { getImportRow } from './read-imports.ts';

/** Orders another run, which continues where the earlier one stopped. `by` is who wants it, if the transaction also works for others. */
export const orderAgain = async (tx: TxCtx, row: ImportWithRun['import'], by?: Ctx): Promise<void> => {
  const { id, knowledgeBaseId } = row;
  const start = { subjectId: id, scopeId: knowledgeBaseId, input: {}, ...(by && { actor: by.actor }) };
  const [runId] = await orderRuns(tx, importRunType, [start]);
  await importRepository.update(tx.db, id, { runId });
  await tx.auditAll('knowledge.import_retried', [
    { subjectId: id, details: { name: row.name }, ...(by && { by }) },
  ]);
  await tx.signal(knowledgeTopic(knowledgeBaseId), id);
};

/** Throws `knowledge.import_not_found`. */
export const lockImport = async (tx: TxCtx, importId: string): Promise<ImportWithRun> =>
  (await importRepository.lock(tx.db, importId)) ?? fail('knowledge.import_not_found');

/** Throws `knowledge.import_not_found` and `knowledge.not_retryable`. */
export const retryImport = (ctx: AnyCtx, importId: string): Promise<KnowledgeImport> =>
  ctx.tx(async (tx) => {
    const row = await lockImport(tx, importId);
    if (!isRetryable(toImportStatus(row.run))) fail('knowledge.not_retryable');
    await orderAgain(tx, row.import);
    return presentImport(tx, await getImportRow(tx, importId));
  });

/**
 * Cancels an import: at once when it is queued, within seconds when it is running. Throws `knowledge.import_not_found` and
 * `knowledge.not_cancellable`.
 */
export const cancelImport = (ctx: AnyCtx, importId: string): Promise<KnowledgeImport> =>
  ctx.tx(async (tx) => {
    const row = await getImportRow(tx, importId);
    if (!isCancellable(toImportStatus(row.run))) fail('knowledge.not_cancellable');
    await cancelRun(tx, row.import.runId);
    await tx.audit('knowledge.import_cancelled', importId, { name: row.import.name });
    await tx.signal(knowledgeTopic(row.import.knowledgeBaseId), importId);
    return presentImport(tx, await getImportRow(tx, importId));
  });

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
