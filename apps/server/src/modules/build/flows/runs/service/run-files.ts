import type { FileValue } from '@atelier/contracts/fields/file-value';
import { fail } from '../../../../../kernel/base/errors.ts';
import type { AnyCtx, Ctx } from '../../../../../kernel/context/context.ts';
import { type Download, fileValueOf, openDownload, runFiles } from '../../../../content/files/index.ts';
import { findFlowRun } from './read-runs.ts';

/** Lists the files that a run holds. Throws `flows.run_not_found`. */
export const listRunFiles = (ctx: AnyCtx, runId: string): Promise<{ files: FileValue[] }> =>
  ctx.tx(async (tx) => {
    await findFlowRun(tx, runId);
    return { files: (await runFiles.list(tx, runId)).map(fileValueOf) };
  });

/** Opens a file that a run holds. Throws `flows.run_not_found` and `flows.file_not_found`. */
export const downloadRunFile = async (
  ctx: Ctx,
  { runId, fileId }: { runId: string; fileId: string },
): Promise<Download> => {
  const row = await ctx.tx(async (tx) => {
    await findFlowRun(tx, runId);
    return (await runFiles.find(tx, fileId, { runId })) ?? fail('flows.file_not_found');
  });
  return openDownload(ctx, row);
};
