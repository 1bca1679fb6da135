import type { Ctx } from '../../context/context.ts';
import { defineService } from '../../services/services.ts';
import type { RunType } from '../definition/define-run.ts';
import { type RunStart, startRun } from '../start/start-run.ts';
import type { RunHost } from './claimed-run.ts';
import type { RunExecutor } from './executor.ts';

/** The executor of this server, while there is one. */
const ownExecutor = defineService<{ current?: RunExecutor }>({
  name: 'kernel.run-executor',
  create: () => ({}),
});

/** Makes an executor available to its server. Returns a function that undoes it. */
export const offerExecutor = ({ container }: RunHost, executor: RunExecutor): (() => void) => {
  const own = container.use(ownExecutor);
  own.current = executor;
  return () => {
    delete own.current;
  };
};

/**
 * Starts a run outside a transaction and executes it in this process at once, if there is a free slot and no rule decides about
 * the start; otherwise queues it. Resolves with the id when the start is committed; null when a rate limit refused it.
 */
export const startHere = async <I, O>(
  ctx: Ctx,
  type: RunType<I, O>,
  start: RunStart<I>,
): Promise<string | null> => {
  const executor = ctx.use(ownExecutor).current;
  return executor
    ? executor.start(ctx, type, start)
    : (await ctx.tx((tx) => startRun(tx, type, start))).runId;
};

/** A run that this process may work on although its start is not committed yet. */
export interface BegunRun {
  /** Null when a rate limit refused the start. */
  runId: string | null;
  /** Resolves when the start is committed. Rejects when it never will be. */
  stored: Promise<void>;
}

/**
 * As `startHere`, for callers that wait for the run: the start is committed together with what the run does before anybody outside could
 * notice it. Until `stored`, nothing that the run gives may be passed on.
 */
export const beginHere = async <I, O>(
  ctx: Ctx,
  type: RunType<I, O>,
  start: RunStart<I>,
): Promise<BegunRun> => {
  const executor = ctx.use(ownExecutor).current;
  if (executor) return executor.begin(ctx, type, start);
  const { runId } = await ctx.tx((tx) => startRun(tx, type, start));
  return { runId, stored: Promise.resolve() };
};

/** Resolves when this process no longer works on the run: it has ended, waits, or belongs to another process. */
export const settledHere = async (ctx: Ctx, runId: string): Promise<void> =>
  ctx.use(ownExecutor).current?.settled(runId);

/** True while this process works on the run. */
export const isWorkedOnHere = (ctx: Ctx, runId: string): boolean =>
  ctx.use(ownExecutor).current?.worksOn(runId) ?? false;
