import { eq, sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { cleanText } from '../base/clean-text.ts';
import {
  AppError,
  isConnectionFailure,
  isLockTimeout,
  isTooSlow,
  isTransactionConflict,
} from '../base/errors.ts';
import type { Ctx, TxCtx } from '../context/context.ts';
import {
  heartbeatMs,
  maxAttempts,
  maxLosses,
  type RunCause,
  type RunDefinition,
  type RunHandle,
  runCauses,
} from './definition.ts';
import { isTerminal } from './order-run.ts';
import { type Claim, releaseClaim, renewLease } from './queue.ts';
import { type RunRow, runs } from './tables.ts';

/** Thrown inside a step when another worker took the run over, or the run was deleted. */
export class LeaseLost extends Error {}

const progressEveryMs = 250;

/** Locks the queue row of the claim, so that the transaction commits only while the run is still held. */
const fence = async (tx: TxCtx, claim: Claim): Promise<void> => {
  const { rowCount } = await tx.db.execute(
    sql`select 1 from run_queue where run_id = ${claim.run_id} and attempts = ${claim.attempts} for update`,
  );
  if (rowCount !== 1) throw new LeaseLost(`run ${claim.run_id} is held by somebody else`);
};

const begin = (ctx: Ctx, claim: Claim): Promise<RunRow | undefined> =>
  ctx.tx(async (tx) => {
    await fence(tx, claim);
    const [row] = await tx.db.select().from(runs).where(eq(runs.id, claim.run_id));
    if (!row || isTerminal(row.status)) {
      await tx.db.execute(sql`delete from run_queue where run_id = ${claim.run_id}`);
      return undefined;
    }
    await tx.db
      .update(runs)
      .set({ status: 'RUNNING', attempts: claim.attempts, startedAt: row.startedAt ?? tx.now() })
      .where(eq(runs.id, row.id));
    return row;
  });

interface Ending {
  status: 'COMPLETED' | 'FAILED' | 'CANCELLED';
  cause: RunCause | null;
  note: string | null;
}

/** A claimed run with its row, under work. */
interface Work {
  ctx: Ctx;
  claim: Claim;
  row: RunRow;
}

const finish = async (
  { ctx, claim, row }: Work,
  definition: RunDefinition | undefined,
  ending: Ending,
): Promise<void> => {
  const { id: runId, subjectId, kind } = row;
  await ctx.tx(async (tx) => {
    await fence(tx, claim);
    const progress = ending.status === 'COMPLETED' ? { progress: 1 } : {};
    await tx.db
      .update(runs)
      .set({ ...ending, ...progress, stage: null, finishedAt: tx.now() })
      .where(eq(runs.id, row.id));
    await tx.db.execute(sql`delete from run_queue where run_id = ${row.id}`);
    await definition?.finished?.(tx, { runId, subjectId, status: ending.status, cause: ending.cause });
    await tx.emit('runs.finished', { runId, kind, subjectId, status: ending.status });
    if (definition) await tx.signal(definition.topic(row), subjectId);
  });
  ctx.services.statistics.noteRun();
  const seconds = (ctx.now().getTime() - row.createdAt.getTime()) / 1000;
  ctx.services.metrics.observeRun({ kind, status: ending.status, seconds });
};

const retryLater = ({ ctx, claim, row }: Work, definition: RunDefinition, cause: RunCause): Promise<void> =>
  ctx.tx(async (tx) => {
    await fence(tx, claim);
    const delayMs = Math.min(60_000, 1000 * 2 ** claim.attempts);
    const retryAt = new Date(tx.now().getTime() + delayMs).toISOString();
    await tx.db
      .update(runs)
      .set({ status: 'QUEUED', cause: { ...cause, retryAt }, stage: 'Waiting to try again' })
      .where(eq(runs.id, row.id));
    await tx.db.execute(sql`update run_queue set lease_owner = null, lease_until = null,
      available_at = now() + ${delayMs} * interval '1 millisecond' where run_id = ${row.id}`);
    await tx.signal(definition.topic(row), row.subjectId);
  });

const makeHandle = ({ ctx, claim, row }: Work, definition: RunDefinition, signal: AbortSignal): RunHandle => {
  let checkpoint: Record<string, unknown> = row.checkpoint;
  let shownAt = 0;
  const step = <T>(work: (tx: TxCtx) => Promise<T>): Promise<T> =>
    ctx.tx(async (tx) => {
      signal.throwIfAborted();
      await fence(tx, claim);
      return work(tx);
    });
  const change = (tx: TxCtx, values: Partial<RunRow>) =>
    tx.db.update(runs).set(values).where(eq(runs.id, row.id));
  return {
    ctx,
    runId: row.id,
    subjectId: row.subjectId,
    input: row.input,
    attempt: claim.attempts,
    signal,
    get checkpoint() {
      return checkpoint;
    },
    step,
    async saveCheckpoint(next, work) {
      await step(async (tx) => {
        await work?.(tx);
        await change(tx, { checkpoint: next });
      });
      ctx.services.statistics.noteRun();
      checkpoint = next;
    },
    async progress(fraction, stage) {
      const now = Date.now();
      if (now - shownAt < progressEveryMs) return;
      shownAt = now;
      await step(async (tx) => {
        await change(tx, { progress: Math.min(Math.max(fraction, 0), 1), stage });
        await tx.signal(definition.topic(row), row.subjectId);
      });
    },
  };
};

type Stop = 'cancel' | 'shutdown' | 'lost';

/** Renews the lease until told to stop; aborts `controller` with the reason when the run must end. */
const keepAlive = (pool: Pool, ctx: Ctx, claim: Claim, controller: AbortController): (() => void) => {
  const beat = async () => {
    const state = await renewLease(pool, claim).catch(() => 'held' as const);
    if (state === 'cancelled') controller.abort('cancel' satisfies Stop);
    if (state === 'lost') controller.abort('lost' satisfies Stop);
  };
  const timer = setInterval(() => void beat(), heartbeatMs);
  const unsubscribe = ctx.services.live.subscribe(claim.tenant_id, 'runs.cancel', () => void beat());
  return () => {
    clearInterval(timer);
    unsubscribe();
  };
};

const explainFailure = (definition: RunDefinition, error: unknown): RunCause & { retryable: boolean } => {
  const explained = definition.explain?.(error);
  if (explained) return { ...explained, message: cleanText(explained.message) };
  if ([isConnectionFailure, isTransactionConflict, isLockTimeout, isTooSlow].some((isIt) => isIt(error)))
    return { ...runCauses.internal, retryable: true };
  if (error instanceof AppError)
    return {
      code: error.code,
      message: error.message,
      retryable: error.kind === 'upstream' || error.kind === 'unavailable',
    };
  return { ...runCauses.internal, retryable: false };
};

export interface Execution {
  pool: Pool;
  ctx: Ctx;
  definition: RunDefinition | undefined;
  claim: Claim;
  shutdown: AbortSignal;
}

/** How a run ends without being worked on, if it does. */
const endingWithoutWork = (claim: Claim, row: RunRow, isKnown: boolean): Ending | undefined => {
  if (!isKnown) return { status: 'FAILED', cause: runCauses.unknownKind, note: null };
  if (row.cancelRequestedAt) return { status: 'CANCELLED', cause: null, note: null };
  if (claim.attempts > maxLosses) return { status: 'FAILED', cause: row.cause ?? runCauses.lost, note: null };
  return undefined;
};

/** Works on one claimed run to its end, or gives it back. Never throws for the run's own failure. */
export const executeRun = async ({ pool, ctx, definition, claim, shutdown }: Execution): Promise<void> => {
  const row = await begin(ctx, claim);
  if (!row) return;
  const work: Work = { ctx, claim, row };
  const ending = endingWithoutWork(claim, row, definition !== undefined);
  if (ending || !definition) {
    if (ending) await finish(work, definition, ending);
    return;
  }
  const controller = new AbortController();
  const onShutdown = () => controller.abort('shutdown' satisfies Stop);
  shutdown.addEventListener('abort', onShutdown, { once: true });
  if (shutdown.aborted) onShutdown();
  const stopBeating = keepAlive(pool, ctx, claim, controller);
  try {
    const note = await definition.handle(makeHandle(work, definition, controller.signal));
    await finish(work, definition, { status: 'COMPLETED', cause: null, note: note ?? null });
  } catch (error) {
    await settleFailure(pool, work, definition, { error, signal: controller.signal });
  } finally {
    stopBeating();
    shutdown.removeEventListener('abort', onShutdown);
  }
};

const stopOf = (signal: AbortSignal): Stop | undefined =>
  signal.aborted ? (signal.reason as Stop) : undefined;

const settleFailure = async (
  pool: Pool,
  work: Work,
  definition: RunDefinition,
  { error, signal }: { error: unknown; signal: AbortSignal },
): Promise<void> => {
  const { ctx, claim, row } = work;
  const stop = stopOf(signal);
  if (stop === 'lost' || error instanceof LeaseLost) return;
  if (stop === 'shutdown') return releaseClaim(pool, claim);
  if (stop === 'cancel') return finish(work, definition, { status: 'CANCELLED', cause: null, note: null });
  const { retryable, code, message } = explainFailure(definition, error);
  ctx.log.warn({ err: error, run: row.id, kind: row.kind, attempt: claim.attempts, code }, 'run failed');
  if (retryable && claim.attempts < maxAttempts) return retryLater(work, definition, { code, message });
  await finish(work, definition, { status: 'FAILED', cause: { code, message }, note: null });
};
