import type { ShownFile } from '@atelier/contracts/assistants/chat/shown-file';
import { AppError, fail } from '../../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import { LooseFiles } from '../../../../content/documents/index.ts';
import { findFile } from '../../../../content/files/index.ts';
import { findRecord } from '../door.ts';
import { recordFiles } from '../file-repository.ts';

const notShown = (message?: string) =>
  new AppError('workers.file_not_shown', undefined, message === undefined ? {} : { message });

/** Reads how a file of a record is shown to a member. Throws `workers.record_not_found`, `workers.file_not_found` and `workers.file_not_shown`. */
export const showFile = async (
  ctx: Ctx,
  { id, fileId }: { id: string; fileId: string },
  as: 'FILE' | 'TEXT',
): Promise<ShownFile> => {
  const file = await ctx.tx(async (tx) => {
    const { record } = await findRecord(tx, id);
    const known = (await recordFiles.list(tx.db, record.id)).some((each) => each.fileId === fileId);
    return (known ? await findFile(tx, fileId) : undefined) ?? fail('workers.file_not_found');
  });
  return LooseFiles.showLooseFile(ctx, { file, as }, notShown);
};
