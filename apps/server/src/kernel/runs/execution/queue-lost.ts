import type { Ctx } from '../../context/context.ts';
import { RunLost } from '../definition/causes.ts';
import type { StartRow } from '../definition/rows.ts';
import { queueRows } from '../start/order-runs.ts';

/**
 * Queues a run whose start was not written because the executor ended, for example after a pause of the process that was longer than its
 * lease: that is no failure of the run. If the start was committed nevertheless, nothing happens. Either way another executor takes the run.
 * Throws `failure` if it is any other one.
 */
export const queueIfLost = async (ctx: Ctx, row: StartRow, failure: unknown): Promise<void> => {
  if (!(failure instanceof RunLost)) throw failure;
  await ctx.tx((tx) => queueRows(tx, [row]));
};
