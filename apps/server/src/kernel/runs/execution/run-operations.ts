import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { TxCtx } from '../../context/context.ts';
import { StepCharges } from '../../context/run-costs.ts';
import { mainThread } from '../../main-thread/main-thread.ts';
import {
  type ExplainedFailure,
  explainFailure,
  type RunCause,
  RunFailure,
  RunLost,
  RunStopped,
  runCauses,
} from '../definition/causes.ts';
import type { JournalRow } from '../definition/rows.ts';
import type {
  OutwardCall,
  OutwardOptions,
  Recorded,
  RunContext,
  StepOptions,
} from '../definition/run-context.ts';
import { writeJournal, writeStored } from '../definition/run-repository.ts';
import { deserialize, inlineLimit, serialize, shownInput } from '../definition/serialize.ts';
import type { ActiveRun } from './active-run.ts';
import { exportStep } from './run-spans.ts';
import { held, waitOperations, writeOnce } from './run-waits.ts';

const defaultAttempts = 5;
const defaultPauseMs = 1000;
const longestPauseMs = 60_000;
const progressEveryMs = 250;

/** The longest pause that the other side may ask a step of a flow for. */
const longestPatienceMs = 60 * 60_000;

/** Returns the time for which the operation is not retried. It doubles up to a minute, or to a first pause that is longer. */
export const pauseAfter = (attempt: number, firstMs = defaultPauseMs): number =>
  Math.min(Math.max(longestPauseMs, firstMs * 2), firstMs * 2 ** attempt);

/** The longest wait that whoever failed may ask for. After more of it, others who wait for the run had better ask again themselves. */
const longestAskedMs = 20_000;

/** Returns the pause before a failed operation is tried again; undefined when it is not, also because whoever failed asks for too long a wait. */
const pauseBeforeRetry = (
  { upstream, retryable, retryAfterMs = 0 }: ExplainedFailure,
  { tries, attempts, pauseMs }: { tries: number; attempts: number; pauseMs: number },
): number | undefined => {
  const askedMs = (upstream?.retryAfterSeconds ?? 0) * 1000;
  if (!retryable || tries >= attempts || askedMs > longestAskedMs) return undefined;
  return Math.max(askedMs, Math.min(retryAfterMs, longestPatienceMs), pauseAfter(tries, pauseMs));
};

/** Returns the recorded result of an operation. Throws the failure if one was recorded. */
export const replayed = <T>({ v, f }: JournalRow): Recorded<T> => {
  if (f !== undefined && f !== null) throw new RunFailure(f as RunCause);
  return recordedAs<T>(deserialize(v));
};
const recordedAs = <T>(value: unknown): Recorded<T> => value as Recorded<T>;

/** Records a value under a sequence number: in the journal, or separately when it is large. */
const recordValue = async <T>(
  active: ActiveRun,
  entry: JournalRow,
  { value, tookMs }: { value: T; tookMs: number },
): Promise<Recorded<T>> => {
  const { ctx } = active;
  const text = ctx.use(mainThread).spend(ctx.tenantId, () => serialize(value));
  if (text.length <= inlineLimit) active.keep({ ...entry, v: text, ms: Math.round(tookMs) }, tookMs);
  else {
    await active.sendStart();
    await active.storeAside(ctx, active.claim.id, entry.s, text);
    active.keep({ ...entry, b: text.length, ms: Math.round(tookMs) }, Number.POSITIVE_INFINITY);
  }
  return recordedAs<T>(typeof value === 'object' && value !== null ? deserialize(text) : value);
};

interface Attempted<T> {
  value: T;
  tookMs: number;
}

/** Retries work until it succeeds or fails permanently. The run is released during long pauses. */
const attempt = async <T>(
  active: ActiveRun,
  work: (tries: number) => T | Promise<T>,
  { attempts = active.definition.attempts ?? defaultAttempts, pauseMs = defaultPauseMs } = {},
): Promise<Attempted<T>> => {
  for (let tries = active.claim.attempts + 1; ; tries += 1) {
    const startedAt = performance.now();
    try {
      const value = await work(tries);
      return { value, tookMs: performance.now() - startedAt };
    } catch (error) {
      if (error instanceof RunLost || error instanceof RunStopped) throw error;
      await active.guard();
      const explained = explainFailure(error, active.definition.explain);
      const delayMs = pauseBeforeRetry(explained, { tries, attempts, pauseMs });
      const { retryable: _retryable, retryAfterMs: _asked, ...cause } = explained;
      if (delayMs === undefined) throw new RunFailure(cause, { cause: error });
      active.ctx.log.info({ err: error, run: active.claim.id, tries, delayMs }, 'a step is tried again');
      // A run that is put back counts one more, also where some of the tries were made without that.
      active.claim.attempts = tries - 1;
      if (delayMs > 1000) await active.stop({ kind: 'retry', cause, delayMs });
      await sleep(delayMs, undefined, { signal: active.controller.signal }).catch(() => active.guard());
    }
  }
};

interface Operation {
  name: string;
  op: 'step' | 'outward';
  options: OutwardOptions;
  before?: (seq: number) => Promise<void>;
}

const record = async <T>(
  active: ActiveRun,
  { name, op, options, before }: Operation,
  work: (seq: number, entry: JournalRow, tries: number) => T | Promise<T>,
): Promise<Recorded<T>> => {
  const seq = active.nextSeq();
  const found = await active.replay.find(seq, name, op);
  if (found) return replayed<T>(found);
  await active.guard();
  const { ctx } = active;
  const thread = ctx.use(mainThread);
  return active.busy(async () => {
    const entry: JournalRow = { s: seq, n: name, o: op };
    const since = performance.now();
    try {
      const given = await options.input;
      const input = thread.spend(ctx.tenantId, () => shownInput(given));
      if (input !== undefined) entry.i = input;
      await before?.(seq);
      const counted = (tries: number) => {
        entry.a = tries;
        return work(seq, entry, tries);
      };
      const made = await attempt(active, counted, options.retry);
      active.claim.attempts = 0;
      exportStep(active, entry, made.tookMs);
      return await recordValue<T>(active, entry, made);
    } catch (error) {
      if (error instanceof RunFailure) {
        active.claim.attempts = 0;
        const failed = { ...entry, f: error.reason };
        exportStep(active, failed, performance.now() - since);
        active.keep(failed, Number.POSITIVE_INFINITY);
      }
      throw error;
    }
  });
};

/** Records that a call is about to begin. Returns whether an earlier call of the run's code had already recorded it. */
const noteBeginning = async (active: ActiveRun, name: string): Promise<'now' | 'earlier'> => {
  const seq = active.nextSeq();
  if (await active.replay.find(seq, name, 'begun')) return 'earlier';
  await active.guard();
  active.keep({ s: seq, n: name, o: 'begun', v: 'null' });
  return 'now';
};

const outward = async <T>(
  active: ActiveRun,
  name: string,
  options: OutwardOptions,
  call: (call: OutwardCall) => Promise<T>,
): Promise<Recorded<T>> => {
  const begun = options.repeat === 'never' ? await noteBeginning(active, name) : 'unsaid';
  const prepare = async () => {
    if (begun === 'earlier') throw new RunFailure(runCauses.unknownOutcome);
    // Everything recorded so far is committed before anybody outside sees an effect that follows from it.
    await active.send();
    await active.guard();
  };
  const invoke = (seq: number, entry: JournalRow, tries: number) => {
    const key = options.key ?? `${active.claim.root_id ?? active.claim.id}.${seq}`;
    entry.k = key;
    const spend = (microCredits: number) => {
      entry.c = (entry.c ?? 0) + microCredits;
    };
    const charges = (part = 0) => new StepCharges(`${active.claim.id}.${seq}.${tries}.${part}`);
    return call({ key, signal: active.controller.signal, spend, charges });
  };
  // A call that must not be repeated is not retried either, because a failure does not tell whether the call arrived.
  const once = begun === 'unsaid' ? options : { ...options, retry: { attempts: 1 } };
  return record(active, { name, op: 'outward', options: once, before: prepare }, invoke);
};

const transaction = async <T>(
  active: ActiveRun,
  name: string,
  work: (tx: TxCtx) => Promise<T>,
): Promise<Recorded<T>> => {
  const seq = active.nextSeq();
  const found = await active.replay.find(seq, name, 'transaction');
  if (found) return replayed<T>(found);
  return held(active, async (tx) => {
    const value = await work(tx);
    const text = serialize(value);
    const isLarge = text.length > inlineLimit;
    if (isLarge) await writeStored(tx, active.claim.id, seq, text);
    const where = isLarge ? { b: text.length } : { v: text };
    // Nothing waits for the entry, so it leaves with the commit.
    tx.last(() => writeJournal(tx, active.claim.id, { s: seq, n: name, o: 'transaction', ...where }));
    return recordedAs<T>(typeof value === 'object' && value !== null ? deserialize(text) : value);
  });
};

const createProgress = (active: ActiveRun): RunContext['progress'] => {
  const { claim, definition } = active;
  let shownAt = Number.NEGATIVE_INFINITY;
  return async (fraction, stage, detail) => {
    const now = performance.now();
    if (now - shownAt < progressEveryMs) return;
    shownAt = now;
    const shown = detail === undefined ? null : serialize(definition.detail?.parse(detail));
    await held(active, async (tx) => {
      await tx.db.execute(sql`update runs set progress = ${Math.min(Math.max(fraction, 0), 1)}, stage = ${stage},
        stages = atelier.add_stage(stages, ${stage}),
        detail = coalesce(${shown}::jsonb, detail) where id = ${claim.id}`);
      if (definition.topic)
        await tx.signal(
          definition.topic({ subjectId: claim.subject_id ?? '', scopeId: claim.scope_id ?? '' }),
          claim.subject_id ?? claim.id,
        );
    });
  };
};

/** Creates the operations of a run for one call of its code. */
export const makeRunContext = (active: ActiveRun): RunContext => ({
  get ctx() {
    return active.ctx;
  },
  runId: active.claim.id,
  subjectId: active.claim.subject_id ?? '',
  scopeId: active.claim.scope_id ?? '',
  attempt: active.claim.attempts + 1,
  signal: active.controller.signal,
  step: (name, work, options: StepOptions = {}) => record(active, { name, op: 'step', options }, work),
  outward: (name, options, call) => outward(active, name, options, call),
  transaction: (name, work) => transaction(active, name, work),
  writeOnce: (name, write) => writeOnce(active, name, write),
  write: (work) => held(active, work),
  endWith: (end, value) => {
    active.lastWrites = { end, value };
  },
  progress: createProgress(active),
  nameTrace: (name) => {
    active.exported.name = name;
  },
  ...waitOperations(active),
});
