import { setTimeout as sleep } from 'node:timers/promises';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { settledHere } from '../../../../kernel/runs/requests/index.ts';
import { isTerminal, type SubjectRun, subjectRuns } from '../../../../kernel/runs/view/index.ts';
import { flowRunKind } from '../engine/flow-run-type.ts';

const shortestPauseMs = 100;
const longestPauseMs = 1000;

const find = (ctx: Ctx, runId: string): Promise<SubjectRun> =>
  ctx.tx(async (tx) => {
    const kinds = [flowRunKind];
    const run = await subjectRuns.find(tx.db, { id: runId, kinds, parts: [], visible: undefined });
    return run ?? fail('chat.flow_off');
  });

/** Waits until a run has ended, in whichever process. Throws the reason of the signal. */
export const awaitEnd = async (ctx: Ctx, runId: string, signal: AbortSignal): Promise<SubjectRun> => {
  // A run of this process usually ends without ever waiting; then one look is enough.
  await Promise.race([settledHere(ctx, runId), sleep(longestPauseMs, undefined, { signal })]);
  for (let pauseMs = shortestPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 1.5)) {
    const run = await find(ctx, runId);
    if (isTerminal(run.status)) return run;
    await sleep(pauseMs, undefined, { signal });
  }
};
