import type { DocumentLabels } from '@atelier/contracts/content/bases/import-shapes';
import { newId } from '../../../../kernel/base/ids.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { orderRun } from '../../../../kernel/runs/index.ts';
import { checkPlanLimit } from '../../../money/billing/index.ts';
import {
  importRepository,
  importRunKind,
  importStatusOf,
  isRetryable,
  knowledgeBaseRepository,
  knowledgeTopic,
} from '../../bases/index.ts';
import { createFile, type StoredUpload } from '../../files/index.ts';
import { lockImport, orderAgain } from './retry-import.ts';
import { measureDocuments } from './stored-documents.ts';

/** `again` and `unchanged`: the knowledge base held this very file, so the new bytes are not needed. */
export interface AddedImport {
  importId: string;
  outcome: 'made' | 'again' | 'unchanged';
}

/** The file that is there stays, and is tried again if it had failed. */
const keepSame = async (tx: TxCtx, importId: string): Promise<AddedImport> => {
  const { import: row, run } = await lockImport(tx, importId);
  if (isRetryable(importStatusOf(run))) {
    await orderAgain(tx, row);
    return { importId, outcome: 'again' };
  }
  await knowledgeBaseRepository.countUnchanged(tx.db, row.knowledgeBaseId);
  await tx.audit('knowledge.import_unchanged', importId, { name: row.name });
  return { importId, outcome: 'unchanged' };
};

/** Where uploads go, and what is said of each. */
export interface UploadTarget {
  knowledgeBaseId: string;
  labels: DocumentLabels;
}

const addOne = async (
  tx: TxCtx,
  { knowledgeBaseId, labels }: UploadTarget,
  upload: StoredUpload,
): Promise<AddedImport> => {
  const { name, size, sha256 } = upload;
  const same = await importRepository.findSame(tx.db, { knowledgeBaseId, name, sha256 });
  if (same) return keepSame(tx, same);
  const id = newId('imp');
  const fileId = await createFile(tx, upload);
  const runId = await orderRun(tx, { kind: importRunKind, subjectId: id, input: { knowledgeBaseId } });
  const row = { id, knowledgeBaseId, fileId, name, type: 'FILE' as const, size, sha256, runId, ...labels };
  await importRepository.insert(tx.db, row);
  await tx.audit('knowledge.import_added', id, { name, size });
  await tx.signal(knowledgeTopic(knowledgeBaseId), id);
  return { importId: id, outcome: 'made' };
};

/**
 * Gives stored files their imports and queues them, all in one transaction. One answer for each upload, in their order.
 * Throws `billing.plan_limit` when the plan has no room for them.
 */
export const addImports = (
  ctx: Ctx,
  target: UploadTarget,
  uploads: readonly StoredUpload[],
): Promise<AddedImport[]> =>
  ctx.tx(async (tx) => {
    const { knowledgeBaseId } = target;
    await importRepository.lockContents(tx.db, knowledgeBaseId, uploads);
    const added: AddedImport[] = [];
    for (const upload of uploads) added.push(await addOne(tx, target, upload));
    // Measured with what was just added; a refusal takes all of it back.
    if (added.some(({ outcome }) => outcome === 'made'))
      await checkPlanLimit(tx, 'storageBytes', async () => (await measureDocuments(tx)).bytes, 0);
    await knowledgeBaseRepository.touch(tx.db, knowledgeBaseId);
    return added;
  });
