import { isFile } from '@atelier/contracts/fields/file-value';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { type Download, openDownload, runFiles } from '../../../content/files/index.ts';

/** Opens the file that a run answers with; undefined when the answer is no file that the run holds. */
export const openAnswer = async (ctx: Ctx, runId: string, body: unknown): Promise<Download | undefined> => {
  if (!isFile(body)) return undefined;
  const row = await ctx.tx((tx) => runFiles.find(tx, body.id, { runId }));
  return row && openDownload(ctx, row);
};
