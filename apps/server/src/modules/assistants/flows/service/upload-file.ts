import { type FileValue, isFile } from '@atelier/contracts/fields/file-value';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import type { Part } from '../../../../kernel/module/part.ts';
import { receiveParts } from '../engine/files/receive-files.ts';
import { versionedFlows } from '../flow-drafts.ts';

/**
 * Stores the one file of a form for the next run of a flow by hand. Throws `flows.not_found`, `flows.file_too_large`, `flows.no_file`,
 * `billing.plan_limit` and `storage.full`.
 */
export const uploadForRun = async (
  ctx: Ctx,
  flowId: string,
  parts: AsyncIterable<Part>,
): Promise<FileValue> => {
  await ctx.tx((tx) => versionedFlows.find(tx, flowId));
  const { body } = await receiveParts(ctx, { flowId }, parts);
  const [file] = Object.values(Object(body) as Record<string, unknown>).filter(isFile);
  return file ?? fail('flows.no_file');
};
