import type { LargeValue } from '@atelier/contracts/fields/large-value';
import { ExpressionError } from '@atelier/flows/expressions';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import { pathOfFile, runFiles } from '../../../../content/files/index.ts';
import type { LargeFiles } from '../large/open-large.ts';

/** Whose files a step reads and writes: those of its run; without a run, of its flow. */
export interface FileOwner {
  flowId: string;
  /** The run that a request started. */
  runId?: string | undefined;
}

/** Returns the holder of the owner's files: its run, or its flow where there is no run. */
export const findHolder = ({ flowId, runId }: FileOwner): { scopeId: string } | { runId: string } =>
  runId === undefined ? { scopeId: flowId } : { runId };

const missing = () =>
  new ExpressionError('The large value does not belong to this run, or was deleted. Please send it again.');

/** Finds the files of large values, for a thread that reads them. Throws ExpressionError for one that the run does not hold. */
export const filesOfLarge = async (
  ctx: Ctx,
  owner: FileOwner,
  larges: readonly LargeValue[],
): Promise<LargeFiles> => {
  const ids = [...new Set(larges.map(({ large }) => large.id))];
  if (ids.length === 0) return {};
  const holder = findHolder(owner);
  const rows = await ctx.tx((tx) => Promise.all(ids.map((id) => runFiles.find(tx, id, holder))));
  const files: Record<string, LargeFiles[string]> = {};
  for (const row of rows) {
    if (!row) throw missing();
    files[row.id] = { path: await pathOfFile(ctx, row), type: row.mime };
  }
  return files;
};
