import { sql } from 'drizzle-orm';
import type { TxCtx } from '../../context/context.ts';
import { isOfLostRun } from '../../db/database-errors.ts';
import { engineVersion, type RunCause, RunFailure, RunLost, runCauses } from '../definition/causes.ts';
import type { RunStatus, RunType } from '../definition/define-run.ts';
import type { StartRow } from '../definition/rows.ts';
import type { ChildOptions, RunContext, WaitOptions } from '../definition/run-context.ts';
import { beginWrite, holdRun, readStored, writeJournal } from '../definition/run-repository.ts';
import { deserialize, serialize } from '../definition/serialize.ts';
import { signalToken } from '../start/signals.ts';
import { newRunId, startRun, toStartRow } from '../start/start-run.ts';
import type { ActiveRun } from './active-run.ts';

/** Does work in the database after everything recorded so far was committed. */
const sentBefore = async <T>(active: ActiveRun, work: () => Promise<T>): Promise<T> => {
  await active.guard();
  return active.busy(async () => {
    await active.send();
    await active.guard();
    return work();
  });
};

/**
 * Commits in a transaction of the tenant while this process owns the run. The run is locked first, but what the work sends does not wait for
 * the answer: it counts only if the run is owned.
 */
export const held = <T>(active: ActiveRun, work: (tx: TxCtx) => Promise<T>): Promise<T> =>
  sentBefore(active, () =>
    active.ctx.tx(async (tx) => {
      if (active.controller.signal.aborted) throw active.controller.signal.reason;
      const [owned, done] = await Promise.allSettled([
        holdRun(tx, active.claim.id, active.life.id, active.claim.epoch),
        work(tx),
      ]);
      if (owned.status === 'rejected') throw owned.reason;
      if (done.status === 'rejected') throw done.reason;
      return done.value;
    }),
  );

/** Writes in one round trip, and records that it was done. */
export const writeOnce = async (
  active: ActiveRun,
  name: string,
  write: (tx: TxCtx) => Promise<unknown>,
): Promise<void> => {
  const seq = active.nextSeq();
  if (await active.replay.find(seq, name, 'transaction')) return;
  const { claim, life, controller } = active;
  await sentBefore(active, async () => {
    try {
      await active.ctx.tx(async (tx) => {
        if (controller.signal.aborted) throw controller.signal.reason;
        const owned = { id: claim.id, owner: life.id, epoch: claim.epoch };
        tx.last(() => Promise.all([beginWrite(tx, owned, { seq, name }), write(tx)]));
      });
    } catch (error) {
      throw isOfLostRun(error) ? new RunLost(`run ${claim.id} is in other hands`, { cause: error }) : error;
    }
  });
};

/** Wakes the run `watcherId` when a run that it did not start ends. When that has already ended, its end is read at once. */
const watchRun = async (tx: TxCtx, runId: string, watcherId: string): Promise<void> => {
  await tx.db.execute(sql`insert into run_watchers (run_id, watcher_id) values (${runId}, ${watcherId})
    on conflict do nothing`);
  // Locks the row, so that an end that came before is read here, and a later one finds the watcher.
  await tx.db.execute(sql`update runs set is_watched = true where id = ${runId}
    and status not in ('COMPLETED', 'FAILED', 'CANCELLED')`);
};

interface Outcome extends Record<string, unknown> {
  status: RunStatus;
  cause: RunCause | null;
  /** The output as JSON text. */
  output: string | null;
  /** True when the output is too large for the row of the run. */
  storedOutput: boolean;
}

const readOutcome = async (tx: TxCtx, runId: string): Promise<Outcome | undefined> => {
  const { rows } = await tx.db.execute<Outcome>(sql`
    select status, cause, output, output is null and status = 'COMPLETED' as "storedOutput" from runs where id = ${runId}`);
  return rows[0];
};

/** Creates a promise for a wait. `check` tells whether the wait is over, and with what result. */
const waiting = <T>(
  active: ActiveRun,
  until: number | undefined,
  check: () => Promise<{ value: T } | undefined> | { value: T } | undefined,
): Promise<T> =>
  new Promise((resolve, reject) => {
    active.wait({
      until,
      async check() {
        const found = await check();
        return found && (() => resolve(found.value));
      },
      reject,
    });
  });

/** Returns the time by the clock of the database, which wakes the run. */
const readClock = ({ ctx }: ActiveRun): number => ctx.services.clock.now();

/** Returns the deadline that was fixed when the wait was first reached, in milliseconds since 1970. */
const deadline = async (
  active: ActiveRun,
  { name, op }: { name: string; op: 'sleep' | 'wait' },
  ms: () => number | null,
): Promise<number | undefined> => {
  const seq = active.nextSeq();
  const found = await active.replay.find(seq, name, op);
  if (found) return readNumber(deserialize(found.v));
  await active.guard();
  const at = ms();
  active.keep({ s: seq, n: name, o: op, v: serialize(at) });
  return at ?? undefined;
};
const readNumber = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

const sleepUntil = async (active: ActiveRun, name: string, ms: () => number): Promise<void> => {
  const until = await deadline(active, { name, op: 'sleep' }, ms);
  if (until === undefined || readClock(active) >= until) return;
  await waiting(active, until, () => (readClock(active) >= until ? { value: null } : undefined));
};

/** The end of a wait for a signal: its payload, or the timeout. */
type Arrival = { id: string; payload: unknown } | { id: null };

const waitFor = async <T>(active: ActiveRun, name: string, options: WaitOptions<T>): Promise<T> => {
  const { timeoutMs, schema, onTimeout } = options;
  const until = await deadline(active, { name, op: 'wait' }, () =>
    timeoutMs === undefined ? null : readClock(active) + timeoutMs,
  );
  const seq = active.nextSeq();
  const found = await active.replay.find(seq, name, 'signal');
  const arrival = found ? arrivalOf(deserialize(found.v)) : await arrivalAt(active, name, { seq, until });
  if (arrival.id !== null) {
    active.noteTaken(arrival.id);
    return schema.parse(arrival.payload);
  }
  if (!onTimeout) throw new RunFailure(runCauses.waitTimedOut);
  return onTimeout();
};
const arrivalOf = (value: unknown): Arrival => value as Arrival;

const arrivalAt = async (
  active: ActiveRun,
  name: string,
  { seq, until }: { seq: number; until: number | undefined },
): Promise<Arrival> => {
  const arrival = await waiting<Arrival>(active, until, () => {
    const signal = active.takeSignal(name);
    if (signal) return { value: { id: signal.id, payload: deserialize(signal.p) } };
    return until !== undefined && readClock(active) >= until ? { value: { id: null } } : undefined;
  });
  active.keep({ s: seq, n: name, o: 'signal', v: serialize(arrival) });
  return arrival;
};

/** The end of a child run. */
interface ChildEnd {
  status: RunStatus;
  cause: RunCause | null;
  /** The output as JSON text. */
  output: string | null;
}

/** Starts a child together with its journal entry: in one batch or, when rules decide about the start, in one transaction. */
const startChild = async <I, O>(
  active: ActiveRun,
  { name, seq, type }: { name: string; seq: number; type: RunType<I, O> },
  input: I,
  options: ChildOptions,
): Promise<string> => {
  const { claim, life } = active;
  if (type.starting) {
    return active.busy(async () => {
      await active.send();
      return active.ctx.tx(async (tx) => {
        await holdRun(tx, claim.id, life.id, claim.epoch);
        const { runId, outcome } = await startRun(tx, type, { ...options, input, parentId: claim.id });
        if (runId === null) throw new RunFailure(runCauses.refused);
        if (outcome !== 'started') await watchRun(tx, runId, claim.id);
        await writeJournal(tx, claim.id, { s: seq, n: name, o: 'child', v: serialize(runId) });
        return runId;
      });
    });
  }
  const start: StartRow = {
    ...toStartRow(active.ctx, type, { ...options, input, parentId: claim.id }),
    t: claim.tenant_id,
    r: newRunId(),
    engine: engineVersion,
    actor: active.ctx.actor,
    here: false,
  };
  // One change has one start, and that of the child belongs to its entry.
  if (active.start.isWaiting) void active.send();
  active.keep({ s: seq, n: name, o: 'child', v: serialize(start.r) });
  // A refused start ends the run. Nothing awaits the commit, because the wait below is written after it.
  void active.send({ start });
  return start.r;
};

const child = async <I, O>(
  active: ActiveRun,
  name: string,
  call: { type: RunType<I, O>; input: I; options: ChildOptions },
): Promise<O> => {
  const { type, input, options } = call;
  const seq = active.nextSeq();
  const endSeq = active.nextSeq();
  const begun = await active.replay.find(seq, name, 'child');
  if (!begun) await active.guard();
  const childId = begun
    ? String(deserialize(begun.v))
    : await startChild(active, { name, seq, type }, input, options);
  const found = await active.replay.find(endSeq, name, 'ended');
  const isNew = !begun && !type.starting;
  const end = found
    ? endOf(deserialize(found.v))
    : await endAt(active, childId, { name, seq: endSeq, isNew });
  if (end.status !== 'COMPLETED') throw new RunFailure(end.cause ?? cancelledCause);
  return type.output.parse(deserialize(end.output));
};
const endOf = (value: unknown): ChildEnd => value as ChildEnd;
const cancelledCause = {
  code: 'runs.child_cancelled',
  message: 'A run that this one waited for was cancelled.',
};

const endAt = async (
  active: ActiveRun,
  childId: string,
  { name, seq, isNew }: { name: string; seq: number; isNew: boolean },
): Promise<ChildEnd> => {
  let lookedAt = isNew ? active.inbox : undefined;
  const end = await waiting<ChildEnd>(active, undefined, async () => {
    // The end of the child increases the inbox counter, so until then there is nothing new to read.
    if (lookedAt === active.inbox) return undefined;
    lookedAt = active.inbox;
    const value = await active.ctx.tx(async (tx) => {
      const outcome = await readOutcome(tx, childId);
      if (outcome?.storedOutput) return { ...outcome, output: await readStored(tx, childId, 0) };
      return outcome;
    });
    if (!value) return { value: { status: 'CANCELLED', cause: null, output: null } };
    const { status, cause, output } = value;
    return ['COMPLETED', 'FAILED', 'CANCELLED'].includes(status)
      ? { value: { status, cause, output } }
      : undefined;
  });
  active.keep({ s: seq, n: name, o: 'ended', v: serialize(end) });
  return end;
};

type WaitOperations = Pick<RunContext, 'sleep' | 'sleepUntil' | 'token' | 'waitFor' | 'child'>;

export const waitOperations = (active: ActiveRun): WaitOperations => ({
  sleep: (name, ms) => sleepUntil(active, name, () => readClock(active) + ms),
  sleepUntil: (name, until) => sleepUntil(active, name, () => until.getTime()),
  token: (name) =>
    signalToken(active.ctx.services.secrets, {
      tenantId: active.claim.tenant_id,
      runId: active.claim.id,
      name,
    }),
  waitFor: (name, options) => waitFor(active, name, options),
  child: (name, type, input, options = {}) => child(active, name, { type, input, options }),
});
