import { setTimeout as sleep } from 'node:timers/promises';
import { parseJson } from '@atelier/contracts/kernel/parse-json';
import { AppError, fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { failureOfRun, settledHere } from '../../../../kernel/runs/requests/index.ts';
import { isTerminal, readStepResult, subjectRuns } from '../../../../kernel/runs/view/index.ts';
import { FlowResponse, FlowRunOutput } from '../engine/flow-run-type.ts';
import { responseEntry } from '../engine/journal-names.ts';
import { responses } from '../engine/responses.ts';

/** The time for which a request waits for the response of a flow. */
const patienceMs = 30_000;
const lookEveryMs = 250;

/** The response of a run, or its output when it ended without one. */
export type Outcome = { response: FlowResponse } | { output: unknown };

/** A run whose response a request waits for. */
export interface AwaitedResponse {
  runId: string;
  /** Resolves when the start of the run is committed. Before that, nobody may hear of its response. */
  stored: Promise<void>;
}

/** Looks in the database, where a run that another process works on leaves its response. */
const look = (ctx: Ctx, runId: string): Promise<Outcome | undefined> =>
  ctx.tx(async (tx) => {
    const found = await subjectRuns.findResult(tx.db, runId, responseEntry);
    if (!found) return fail('flows.run_failed', { runId });
    if (found.text !== null) return { response: FlowResponse.parse(parseJson(found.text)) };
    if (!isTerminal(found.status)) return undefined;
    if (found.status !== 'COMPLETED')
      throw failureOfRun(found.cause, new AppError('flows.run_failed', { runId }));
    const { text } = await readStepResult(tx, runId, { seq: 0 });
    return { output: FlowRunOutput.safeParse(parseJson(text)).data?.output ?? null };
  });

const lookUntil = async (
  ctx: Ctx,
  { runId, stored }: AwaitedResponse,
  signal: AbortSignal,
): Promise<Outcome> => {
  // A run that is not stored yet would be missing.
  await Promise.race([stored, sleep(patienceMs, undefined, { signal })]);
  for (;;) {
    const outcome = await look(ctx, runId);
    if (outcome) return outcome;
    await sleep(lookEveryMs, undefined, { signal });
  }
};

/** Resolves to a response that is given soon. Most are, so that nothing that could be stopped is set up for them. */
const givenSoon = async (given: Promise<Outcome>, settled: Promise<void>): Promise<Outcome | undefined> => {
  const { promise: late, resolve: giveUp } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => giveUp(undefined), lookEveryMs);
  try {
    // A run of this process usually ends at once; then one look is enough.
    return await Promise.race([given, settled.then(() => undefined), late]);
  } finally {
    clearTimeout(timer);
  }
};

const awaitLong = async (
  ctx: Ctx,
  awaited: AwaitedResponse,
  { given, caller }: { given: Promise<Outcome>; caller: AbortSignal },
): Promise<Outcome> => {
  const done = new AbortController();
  const signal = AbortSignal.any([caller, done.signal, AbortSignal.timeout(patienceMs - lookEveryMs)]);
  try {
    return await Promise.race([given, lookUntil(ctx, awaited, signal)]);
  } catch (error) {
    if (!signal.aborted) throw error;
    return fail('flows.no_response', { runId: awaited.runId });
  } finally {
    done.abort();
  }
};

/** Waits for the response of a run. Throws `flows.no_response` and `flows.run_failed`. */
export const awaitResponse = async (
  ctx: Ctx,
  awaited: AwaitedResponse,
  caller: AbortSignal,
): Promise<Outcome> => {
  const { promise: given, resolve } = Promise.withResolvers<Outcome>();
  const forget = ctx.use(responses).expect(awaited.runId, (response) => resolve({ response }));
  try {
    const outcome =
      (await givenSoon(given, settledHere(ctx, awaited.runId))) ??
      (await awaitLong(ctx, awaited, { given, caller }));
    await awaited.stored;
    return outcome;
  } finally {
    forget();
  }
};
