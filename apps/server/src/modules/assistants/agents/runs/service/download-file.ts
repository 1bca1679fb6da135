import { fail } from '../../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import { type Download, openDownload, runFiles } from '../../../../content/files/index.ts';
import { findAgentRun } from './read-runs.ts';

/** Opens a file that a run wrote. Throws `agents.run_not_found` and `agents.file_not_found`. */
export const downloadRunFile = async (
  ctx: Ctx,
  { runId, fileId }: { runId: string; fileId: string },
): Promise<Download> => {
  const row = await ctx.tx(async (tx) => {
    await findAgentRun(tx, runId);
    return (await runFiles.find(tx, fileId, { runId })) ?? fail('agents.file_not_found');
  });
  return openDownload(ctx, row);
};
