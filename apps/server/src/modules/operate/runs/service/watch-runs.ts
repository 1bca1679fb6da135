import type { Ctx } from '../../../../kernel/context/context.ts';
import type { Anonymous } from '../../../../kernel/module/exchange.ts';
import { watchRunChanges, wholeList } from '../../../../kernel/runs/view/index.ts';
import { checkVisible } from './read-run.ts';

/** Returns true while the actor still sees the run, or the list, that `ctx` was opened for. */
export const seesRunAsBefore = async ({ actor }: Ctx, asker: Anonymous, runId: string): Promise<boolean> => {
  const own = asker.own;
  if (!own || !('role' in actor) || asker.principal?.role !== actor.role) return false;
  if (runId !== wholeList) await own.tx((tx) => checkVisible(tx, runId));
  return true;
};

interface Watcher {
  signal: AbortSignal;
  sendChange(): Promise<void>;
}

/**
 * Sends the state at once, and again after every change of the run or the list, until the watcher disconnects or the run is deleted. Throws
 * `run.not_found`.
 */
export const watchRuns = async (ctx: Ctx, runId: string, open: () => Watcher): Promise<void> => {
  if (runId !== wholeList) await ctx.tx((tx) => checkVisible(tx, runId));
  const { signal, sendChange } = open();
  await watchRunChanges(ctx, runId, { signal, onChange: sendChange });
};
