import type { Ctx } from '../../context/context.ts';
import { createSharedWatch, type SharedReader } from '../../live/shared-watch.ts';
import { defineService } from '../../services/services.ts';
import { runLists } from './run-lists.ts';

/** The interval at which changes are looked for, in milliseconds. */
const everyMs = 1000;

/** Takes the place of a run's id where the list is watched. */
export const wholeList = 'all';

const createReader = (runId: string): SharedReader<string, string> => ({
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
  create: () => createSharedWatch({ name: 'runs.watch', pauseMs: 0, open: createReader }),
});

/**
 * Calls `onChange` at once, and again after every change of a run or, for `wholeList`, of the list of runs, until `signal` aborts or the
 * run is deleted. Whichever process works on the run, a change is seen within a second. The caller checks who may see the run.
 */
export const watchRunChanges = async (
  ctx: Ctx,
  runId: string,
  { signal, onChange }: { signal: AbortSignal; onChange: () => void | Promise<void> },
): Promise<void> => {
  let last: string | undefined;
  for await (const { summary } of ctx.use(watchedRuns).watch(ctx, runId, signal)) {
    if (summary === last) continue;
    last = summary;
    await onChange();
  }
};
