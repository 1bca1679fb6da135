import { fail } from '../../../../kernel/base/errors.ts';
import type { Anonymous } from '../../../../kernel/module/exchange.ts';
import { sendSignal } from '../../../../kernel/runs/requests/index.ts';
import { resumeSignal } from '../engine/run-control.ts';
import { openToken } from '../runs/service/decide.ts';
import { type Arrived, readCall } from './read-call.ts';

/** Continues a run that waits for a request. Throws `flows.nothing_waits`, `flows.body_unreadable` and `run.already_finished`. */
export const resumeRun = async (anonymous: Anonymous, token: string, arrived: Arrived): Promise<void> => {
  const { ctx, runId, name } = await openToken(anonymous, token, resumeSignal);
  const { rawBody: _bytes, ...payload } = readCall(arrived);
  await ctx.tx(async (tx) => {
    if (!(await sendSignal(tx, { runId, name, payload }))) fail('flows.nothing_waits');
  });
};
