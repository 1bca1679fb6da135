import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import {
  explainFailure,
  type RunCause,
  RunFailure,
  RunLost,
  RunStopped,
  runCauses,
} from '../definition/causes.ts';
import type { AnyRun } from '../definition/define-run.ts';
import { holdRun } from '../definition/run-repository.ts';
import { deserialize, inlineLimit, serialize } from '../definition/serialize.ts';
import type { ActiveRun } from './active-run.ts';
import type { ClaimedRun, Stop } from './claimed-run.ts';
import { makeRunContext, pauseAfter } from './run-operations.ts';
import { exportRun } from './run-spans.ts';

/** Milliseconds within which code must end after it was told to. Later changes are not written. */
const graceMs = 5_000;
/** The number of executors that may die while working on a run. The run is rarely the reason, so the number is large. */
const mostLosses = 25;
const defaultAttempts = 5;

interface Ending {
  status: 'COMPLETED' | 'FAILED' | 'CANCELLED';
  cause: RunCause | null;
  /** The output as JSON text. */
  output?: string;
  note?: string | undefined;
}

/** The outcome of one call of the code. */
type Result = { done: { output: unknown; note: string | undefined } } | { error: unknown } | { stop: Stop };

const afterGrace = (signal: AbortSignal): Promise<Result> =>
  new Promise((resolve) => {
    const wait = async () => {
      await sleep(graceMs, undefined, { ref: false });
      resolve({ error: signal.reason });
    };
    signal.addEventListener('abort', () => void wait(), { once: true });
  });

/** Returns the end of a claimed run whose code must not be called; undefined otherwise. */
export const endingWithoutWork = (claim: ClaimedRun): Ending | undefined => {
  if (claim.cancelled) return { status: 'CANCELLED', cause: null };
  if (claim.losses > mostLosses) return { status: 'FAILED', cause: runCauses.lost };
  return undefined;
};

const hasEndingTransaction = ({ definition }: ActiveRun): boolean =>
  definition.tell !== undefined || definition.topic !== undefined;

const endInTransaction = async (active: ActiveRun, ending: Ending): Promise<void> => {
  const { claim, definition, ctx, hold } = active;
  const { status, cause } = ending;
  const subjectId = claim.subject_id ?? '';
  await active.send();
  const woken = await ctx.tx(async (tx) => {
    await holdRun(tx, claim.id, active.life.id, claim.epoch);
    const output = status === 'COMPLETED' ? deserialize(ending.output) : undefined;
    await definition.tell?.(tx, { runId: claim.id, subjectId, status, output, cause });
    const row = { ...hold, status, output: ending.output, note: ending.note, cause };
    const { rows } = await tx.db.execute<{ woken: number }>(
      sql`select atelier.end_runs(${active.life.id}, ${JSON.stringify([row])}::jsonb) as woken`,
    );
    if (definition.topic)
      await tx.signal(definition.topic({ subjectId, scopeId: claim.scope_id ?? '' }), subjectId);
    return rows[0]?.woken ?? 0;
  });
  if (woken > 0) active.life.woke();
};

/**
 * Ends a run: together with the rest of its journal in one batch, or in a transaction of its tenant when `ended` or an event
 * must be part of it.
 */
const end = async (active: ActiveRun, ending: Ending): Promise<void> => {
  const { claim, ctx, hold } = active;
  const isLarge = (ending.output?.length ?? 0) > inlineLimit;
  if (isLarge) {
    await active.sendStart();
    await active.storeAside(ctx, claim.id, 0, ending.output ?? '');
  }
  const { output: _aside, ...withoutOutput } = ending;
  const stored: Ending = isLarge ? withoutOutput : ending;
  if (hasEndingTransaction(active)) await endInTransaction(active, stored);
  else {
    const { status, cause, output = null, note = null } = stored;
    await active.write({ end: { ...hold, status, cause, output, note } });
  }
  noteEnd(active, ending.status, ending.cause?.code);
};

const noteEnd = (active: ActiveRun, status: Ending['status'], failure?: string): void => {
  const { claim, ctx } = active;
  exportRun(active, { status, failure });
  ctx.services.statistics.noteRun();
  const seconds = (ctx.services.clock.now() - claim.created_at.getTime()) / 1000;
  ctx.services.metrics.observeRun({ kind: claim.kind, status, seconds });
};

/** Ends a completed run in a transaction that it shares with others. If its last writes fail, only this run fails. */
const endTogether = async (
  active: ActiveRun,
  done: { output: string; note: string | undefined },
): Promise<void> => {
  try {
    await active.ends.end({ active, ...done });
    noteEnd(active, 'COMPLETED');
  } catch (error) {
    await settleError(active, error);
  }
};

const putBack = async (
  active: ActiveRun,
  { cause, delayMs }: { cause: RunCause | null; delayMs: number | undefined },
): Promise<void> => {
  const until =
    delayMs === undefined ? null : new Date(active.ctx.services.clock.now() + delayMs).toISOString();
  await active.write({
    park: {
      ...active.hold,
      status: 'QUEUED',
      inbox: null,
      until,
      ready: until === null,
      attempts: active.claim.attempts + (until === null ? 0 : 1),
      cause: cause && until !== null ? { ...cause, retryAt: until } : cause,
      ...(until === null ? {} : { stage: 'Waiting to try again' }),
    },
  });
};

/** The longest time for which a run that nothing else waits for is put off at the wish of whoever failed. */
const longestAskedMs = 10 * 60_000;

const settleError = async (active: ActiveRun, error: unknown): Promise<void> => {
  const { claim, ctx, definition, controller } = active;
  const reason: unknown = controller.signal.aborted ? controller.signal.reason : error;
  if (reason instanceof RunLost) return;
  if (reason instanceof RunStopped) {
    if (reason.stop === 'cancel') return end(active, { status: 'CANCELLED', cause: null });
    return putBack(active, { cause: null, delayMs: undefined });
  }
  const { retryable, retryAfterMs: _asked, ...cause } = explainFailure(error, definition.explain);
  ctx.log.warn({ err: error, run: claim.id, kind: claim.kind, code: cause.code }, 'run failed');
  if (retryable && claim.attempts + 1 < (definition.attempts ?? defaultAttempts)) {
    const askedMs = Math.min((cause.upstream?.retryAfterSeconds ?? 0) * 1000, longestAskedMs);
    return putBack(active, { cause, delayMs: Math.max(askedMs, pauseAfter(claim.attempts + 1)) });
  }
  await end(active, { status: 'FAILED', cause });
};

const settle = async (active: ActiveRun, result: Result): Promise<void> => {
  if ('done' in result) {
    const { output, note } = result.done;
    if (active.lastWrites) return endTogether(active, { output: serialize(output), note });
    return end(active, { status: 'COMPLETED', cause: null, output: serialize(output), note });
  }
  if ('error' in result) return settleError(active, result.error);
  const { stop } = result;
  if (stop.kind === 'retry') return putBack(active, { cause: stop.cause, delayMs: stop.delayMs });
  if (stop.kind === 'failed') return end(active, { status: 'FAILED', cause: stop.cause });
};

const call = async (active: ActiveRun): Promise<Result> => {
  const context = makeRunContext(active);
  const working = active.definition.execute(context, active.claim.input).then(
    (done): Result => ({ done }),
    (error: unknown): Result => ({ error }),
  );
  const stopped = active.stopped.promise.then((stop): Result => ({ stop }));
  const { signal } = active.controller;
  return Promise.race([working, stopped, afterGrace(signal)]);
};

/** Works on a claimed run until it ends, waits, or is released. Failures of the run do not reject. */
export const driveRun = async (active: ActiveRun): Promise<void> => {
  const ending = endingWithoutWork(active.claim);
  try {
    if (ending) await end(active, ending);
    else await settle(active, await call(active));
  } catch (error) {
    if (error instanceof RunLost) return;
    await failAtTheEnd(active, error);
  }
};

/** Fails a run whose end could not be written, with that as its cause. If this fails too, another executor tries. */
const failAtTheEnd = async (active: ActiveRun, error: unknown): Promise<void> => {
  active.ctx.log.error({ err: error, run: active.claim.id }, 'a run could not be settled');
  const cause = error instanceof RunFailure ? error.reason : undefined;
  const { retryable, ...explained } = explainFailure(error);
  try {
    if (retryable) await putBack(active, { cause: explained, delayMs: 1000 });
    else await end(active, { status: 'FAILED', cause: cause ?? explained });
  } catch (failure) {
    active.ctx.log.error({ err: failure, run: active.claim.id }, 'a run could not be failed');
  }
};

/** Fails a run for which this server has no code; leaves it when a newer server may have the code. */
export const endUnknown = (active: ActiveRun, known: { anyVersion: boolean }): Promise<void> =>
  end(active, {
    status: 'FAILED',
    cause: known.anyVersion ? runCauses.versionGone : runCauses.unknownKind,
  });

/** Fails a run that began under another version of the engine. */
export const endForeign = (active: ActiveRun): Promise<void> =>
  end(active, { status: 'FAILED', cause: runCauses.engineGone });

/** Leaves a run to a server that knows its kind. */
export const leaveRun = (active: ActiveRun): Promise<void> =>
  putBack(active, { cause: runCauses.unknownKind, delayMs: 5_000 });

/** Returns a stand-in for the definition of a kind that this version does not have, so that its runs can be ended. */
export const unknownDefinition = ({ kind, version }: ClaimedRun): AnyRun => ({
  kind,
  version,
  input: z.unknown(),
  execute: () => Promise.reject(new RunFailure(runCauses.unknownKind)),
});
