import type { Ctx } from '../../../../kernel/context/context.ts';
import { createSharedWatch, type SharedReader } from '../../../../kernel/live/shared-watch.ts';
import type { Anonymous } from '../../../../kernel/module/exchange.ts';
import { runLists } from '../../../../kernel/runs/view/index.ts';
import { defineService } from '../../../../kernel/services/services.ts';
import { checkVisible } from './read-run.ts';

/** The interval at which changes are looked for, in milliseconds. */
const everyMs = 1000;

/** Takes the place of a run's id where the list is watched. */
const wholeList = 'all';

const readerOf = (runId: string): SharedReader<string, string> => ({
  topics: [],
  everyMs,
  read: (ctx) =>
    ctx.tx(async ({ db }) => {
      const print =
        runId === wholeList ? await runLists.printOfList(db) : await runLists.printOfRun(db, runId);
      return print === undefined
        ? undefined
        : { rows: new Map<string, string>(), gone: new Set<string>(), summary: print };
    }),
});

const watchedRuns = defineService({
  name: 'runs.watched',
  create: () => createSharedWatch({ name: 'runs.watch', pauseMs: 0, open: readerOf }),
});

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
  const watcher = open();
  let last: string | undefined;
  for await (const { summary } of ctx.use(watchedRuns).watch(ctx, runId, watcher.signal)) {
    if (summary === last) continue;
    last = summary;
    await watcher.sendChange();
  }
};
