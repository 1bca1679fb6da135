import { fail } from '../../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import { removeFiles } from '../../../../content/files/index.ts';
import { recordFiles } from '../file-repository.ts';
import { recordRepository } from '../repository.ts';

/**
 * Deletes a file of a record that has ended; the record stays. Throws `workers.file_not_found` and `workers.file_in_use`.
 */
export const removeRecordFile = (ctx: Ctx, fileId: string): Promise<void> =>
  ctx.tx(async (tx) => {
    const recordId = (await recordFiles.findRecord(tx.db, fileId)) ?? fail('workers.file_not_found');
    const record = await recordRepository.lock(tx.db, recordId);
    if (record?.status === 'PENDING') fail('workers.file_in_use');
    await removeFiles(tx, [fileId]);
    await tx.audit('workers.file_removed', recordId, { fileId });
  });
