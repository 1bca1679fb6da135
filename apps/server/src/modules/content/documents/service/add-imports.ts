import type { DocumentLabels } from '@atelier/contracts/content/bases/import-shapes';
import { newId } from '../../../../kernel/base/ids.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { orderRun } from '../../../../kernel/runs/index.ts';
import { checkPlanLimit } from '../../../money/billing/index.ts';
import {
  importRepository,
  importRunType,
  importStatusOf,
  isRetryable,
  knowledgeBaseRepository,
  knowledgeTopic,
} from '../../bases/index.ts';
import { createFile, type StoredUpload } from '../../files/index.ts';
import { lockImport, orderAgain } from './retry-import.ts';
import { measureDocuments } from './stored-documents.ts';

/**
 * The outcome for one upload. `again` and `unchanged` mean that the knowledge base already held this file, so the new bytes
 * are not needed.
 */
export interface AddedImport {
  importId: string;
  outcome: 'made' | 'again' | 'unchanged';
}

/** Keeps the existing file, and retries its import if it had failed. */
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

/** The knowledge base that uploads are added to, and their labels. */
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
  const runId = await orderRun(tx, importRunType, { subjectId: id, scopeId: knowledgeBaseId, input: {} });
  const row = { id, knowledgeBaseId, fileId, name, type: 'FILE' as const, size, sha256, runId, ...labels };
  await importRepository.insert(tx.db, row);
  await tx.audit('knowledge.import_added', id, { name, size });
  await tx.signal(knowledgeTopic(knowledgeBaseId), id);
  return { importId: id, outcome: 'made' };
};

/**
 * Creates imports for stored files and queues them, all in one transaction. Returns one outcome for each upload, in order.
 * Throws `billing.plan_limit` when the plan's limit would be exceeded.
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
    // The limit is checked after adding. If it is exceeded, the transaction rolls everything back.
    if (added.some(({ outcome }) => outcome === 'made'))
      await checkPlanLimit(tx, 'storageBytes', async () => (await measureDocuments(tx)).bytes, 0);
    await knowledgeBaseRepository.touch(tx.db, knowledgeBaseId);
    return added;
  });
