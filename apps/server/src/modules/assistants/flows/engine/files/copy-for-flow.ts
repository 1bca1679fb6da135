import type { FileValue } from '@atelier/contracts/fields/file-value';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import { type FileRow, storeUpload } from '../../../../content/files/index.ts';
import { keepUpload } from './platform-files.ts';

/**
 * Copies a file for a run of a flow that is about to begin, because files of runs are deleted with their runs. A copy that no run takes is
 * deleted within a day. Throws `billing.plan_limit` and `storage.full`.
 */
export const copyForFlow = async (ctx: Ctx, flowId: string, file: FileRow): Promise<FileValue> => {
  const stored = await storeUpload(ctx, {
    ...{ kind: 'file', name: '', filename: file.name, mimeType: file.mime },
    stream: await ctx.services.storage.open(file.storageKey),
    truncated: () => false,
  });
  // The limit may have been lowered since the file came.
  if (stored.kind === 'too-large') throw new Error(`${file.id} is larger than ${stored.maxBytes} bytes.`);
  return keepUpload(ctx, { flowId }, stored.upload);
};
