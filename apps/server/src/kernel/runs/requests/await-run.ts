import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../base/errors.ts';
import type { Ctx } from '../../context/context.ts';
import { isTerminal } from '../definition/tables.ts';
import { settledHere } from '../execution/start-here.ts';
import { cancelRun } from '../start/cancel-run.ts';
import { runLists, type SubjectRun } from '../view/run-lists.ts';

const shortestPauseMs = 100;
const longestPauseMs = 1000;
const cancelPatienceMs = 6_000;

/** A run for which a request waits. */
export interface AwaitedRun {
  runId: string;
  kind: string;
}

const find = (ctx: Ctx, { runId, kind }: AwaitedRun): Promise<SubjectRun | undefined> =>
  ctx.tx(({ db }) => runLists.find(db, { id: runId, kinds: [kind], parts: [], visible: undefined }));

/** Tells whether a look at the run is the last one. */
type IsEnough = (run: SubjectRun) => boolean | Promise<boolean>;

interface Awaiting {
  signal: AbortSignal;
  isEnough?: IsEnough;
  /** Is told at each look whether the run waits behind others. */
  onWaits?: ((waits: boolean) => void) | undefined;
}

/**
 * Waits until a run has ended, in whichever process, or until `isEnough`. Returns undefined when the run no longer exists. Throws the reason
 * of the signal.
 */
export const awaitRun = async (
  ctx: Ctx,
  awaited: AwaitedRun,
  { signal, isEnough = () => false, onWaits }: Awaiting,
): Promise<SubjectRun | undefined> => {
  // A run of this process usually ends without ever waiting; then one look is enough.
  await Promise.race([settledHere(ctx, awaited.runId), sleep(longestPauseMs, undefined, { signal })]);
  for (let pauseMs = shortestPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 1.5)) {
    const run = await find(ctx, awaited);
    onWaits?.(run?.hold?.rule === 'others');
    if (!run || isTerminal(run.status) || (await isEnough(run))) return run;
    await sleep(pauseMs, undefined, { signal });
  }
};

/** Cancels a run that nobody waits for any more, and waits until it has stopped, so that its costs are known. */
export const stopRun = async (ctx: Ctx, awaited: AwaitedRun): Promise<SubjectRun | undefined> => {
  await ctx
    .tx((tx) => cancelRun(tx, awaited.runId))
    .catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
    });
  return awaitRun(ctx, awaited, { signal: AbortSignal.timeout(cancelPatienceMs) }).catch(() => undefined);
};
