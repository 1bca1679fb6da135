import { setTimeout as sleep } from 'node:timers/promises';
import { parseJson } from '@atelier/contracts/kernel/parse-json';
import { AppError, fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { settledHere } from '../../../../kernel/runs/requests/index.ts';
import { isTerminal, readStepResult, subjectRuns } from '../../../../kernel/runs/view/index.ts';
import { FlowResponse, FlowRunOutput } from '../engine/flow-run-type.ts';
import { responseEntry } from '../engine/journal-names.ts';
import { responses } from '../engine/responses.ts';

/** The time for which a request waits for the response of a flow. */
const patienceMs = 30_000;
const lookEveryMs = 250;

/** The response of a run, or its output when it ended without one. */
export type Outcome = { response: FlowResponse } | { output: unknown };

/** Looks in the database, where a run that another process works on leaves its response. */
const look = (ctx: Ctx, runId: string): Promise<Outcome | undefined> =>
  ctx.tx(async (tx) => {
    const found = await subjectRuns.findResult(tx.db, runId, responseEntry);
    if (!found) return fail('flows.run_failed', { runId });
    if (found.text !== null) return { response: FlowResponse.parse(parseJson(found.text)) };
    if (!isTerminal(found.status)) return undefined;
    if (found.status !== 'COMPLETED') throw new AppError('flows.run_failed', { runId });
    const { text } = await readStepResult(tx, runId, { seq: 0 });
    return { output: FlowRunOutput.safeParse(parseJson(text)).data?.output ?? null };
  });

const lookUntil = async (ctx: Ctx, runId: string, signal: AbortSignal): Promise<Outcome> => {
  // A run of this process usually ends at once; then one look is enough.
  await Promise.race([settledHere(ctx, runId), sleep(lookEveryMs, undefined, { signal })]);
  for (;;) {
    const outcome = await look(ctx, runId);
    if (outcome) return outcome;
    await sleep(lookEveryMs, undefined, { signal });
  }
};

/** Waits for the response of a run. Throws `flows.no_response` and `flows.run_failed`. */
export const awaitResponse = async (ctx: Ctx, runId: string, caller: AbortSignal): Promise<Outcome> => {
  const done = new AbortController();
  const signal = AbortSignal.any([caller, done.signal, AbortSignal.timeout(patienceMs)]);
  const given = Promise.withResolvers<Outcome>();
  const forget = ctx.use(responses).expect(runId, (response) => given.resolve({ response }));
  try {
    return await Promise.race([given.promise, lookUntil(ctx, runId, signal)]);
  } catch (error) {
    if (!signal.aborted) throw error;
    return fail('flows.no_response', { runId });
  } finally {
    forget();
    done.abort();
  }
};
