import type { Ctx } from '../../context/context.ts';
import type { Services } from '../../services/services.ts';
import type { RunType } from '../definition/define-run.ts';
import { type RunStart, startRun } from '../start/start-run.ts';
import type { RunExecutor } from './executor.ts';

const executors = new WeakMap<Services, RunExecutor>();

/** Makes an executor the one of its server; returns the way to undo it. */
export const offerExecutor = (services: Services, executor: RunExecutor): (() => void) => {
  executors.set(services, executor);
  return () => void executors.delete(services);
};

/**
 * Starts a run outside a transaction and works on it in this process at once, where there is a place and no rule decides about the
 * start; otherwise queues it. Resolves when the start is committed, with the id; null when a rate limit refused it.
 */
export const startHere = async <I, O>(
  ctx: Ctx,
  type: RunType<I, O>,
  start: RunStart<I>,
): Promise<string | null> => {
  const executor = executors.get(ctx.services);
  return executor
    ? executor.start(ctx, type, start)
    : (await ctx.tx((tx) => startRun(tx, type, start))).runId;
};

/** Resolves when this process does not work on the run any more: it has ended, waits, or is in other hands. */
export const settledHere = async (ctx: Ctx, runId: string): Promise<void> =>
  executors.get(ctx.services)?.settled(runId);
