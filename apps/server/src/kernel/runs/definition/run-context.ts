import type { z } from 'zod';
import type { Ctx, TxCtx } from '../../context/context.ts';
import type { StepCharges } from '../../context/run-costs.ts';
import type { RunType } from './define-run.ts';

/** The type of a value after it was recorded as JSON and read again. */
export type Recorded<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends Date
    ? string
    : T extends readonly (infer E)[]
      ? Recorded<E>[]
      : T extends object
        ? { [K in keyof T]: Recorded<T[K]> }
        : never;

/** The retries of a step whose failure may pass. The pause starts at `pauseMs` and doubles up to a minute. */
export interface StepRetry {
  /** The default is 5; 1 means no retry. */
  readonly attempts?: number;
  /** Milliseconds; the default is 1000. During a pause of more than a second the run occupies no slot. */
  readonly pauseMs?: number;
}

export interface StepOptions {
  readonly retry?: StepRetry;
  /** Shown with the step; a promise of it is awaited. At most 16 KB of its JSON are stored. */
  readonly input?: unknown;
}

export interface OutwardOptions extends StepOptions {
  /** The idempotency key for the receiver. By default it is unique to the step, and the same again when the run is retried. */
  readonly key?: string;
  /**
   * Decides what happens when the server stops during the call. `with-key` repeats the call with the same key, for receivers
   * that honour it. `never` makes the run fail with `runs.outcome_unknown`, so that a user decides.
   */
  readonly repeat?: 'with-key' | 'never';
}

/** The argument of an outward step. */
export interface OutwardCall {
  readonly key: string;
  /** Aborts when the run is cancelled or lost, and when the process stops. */
  readonly signal: AbortSignal;
  /** Adds micro-credits to the cost of the run, which its budget limits. */
  spend(microCredits: number): void;
  /**
   * Returns the charges of this attempt, for the context in which it pays for something (`Ctx.within`). `part` tells the parts of a call
   * apart that are made at the same time.
   */
  charges(part?: number): StepCharges;
}

export interface WaitOptions<T> {
  readonly schema: z.ZodType<T>;
  /** Milliseconds; by default the run waits without a limit. */
  readonly timeoutMs?: number;
  /** Returns the result when the time has passed. Without it the wait fails with `runs.wait_timed_out`. */
  readonly onTimeout?: () => T | Promise<T>;
}

export interface ChildOptions {
  readonly subjectId?: string;
  readonly scopeId?: string;
}

/** The last writes of runs, for all those that end in one transaction. */
export interface SharedEnd<T> {
  write(tx: TxCtx, values: readonly T[]): Promise<void>;
}

/**
 * The operations of a run. Each has a name, is recorded once and never done again: after a crash, a wait or a retry the code
 * runs from its start, and recorded operations return their recorded results. They are recognised by their order and name. A
 * process forgets a run that waits: code after the wait, including `finally` blocks, runs only in a later call. Every operation
 * throws `RunStopped` when the run was cancelled or the process stops, and `RunLost` when another process owns the run.
 */
export interface RunContext {
  readonly ctx: Ctx;
  readonly runId: string;
  /** Empty when the run has no subject. */
  readonly subjectId: string;
  /** Empty when the run has no scope. */
  readonly scopeId: string;
  /** Counts from 1 and increases with each retry of the whole run. */
  readonly attempt: number;
  /** Aborts when the run is cancelled or lost, and when the process stops. */
  readonly signal: AbortSignal;
  /**
   * A step without effects outside. Its result is recorded with the next commit, together with others, so a crash may repeat
   * the step. A result above 64 KB is stored separately; above 8 MB the step fails with `runs.result_too_large`.
   */
  step<T>(name: string, work: () => T | Promise<T>, options?: StepOptions): Promise<Recorded<T>>;
  /**
   * A step with effects outside. Everything recorded before is committed first, and its own result is committed before the next
   * operation.
   */
  outward<T>(
    name: string,
    options: OutwardOptions,
    call: (call: OutwardCall) => Promise<T>,
  ): Promise<Recorded<T>>;
  /** A transaction that contains its own record, so that it happens exactly once. */
  transaction<T>(name: string, work: (tx: TxCtx) => Promise<T>): Promise<Recorded<T>>;
  /**
   * As `transaction`, for writes whose results nobody needs: one statement, or several declared ones that leave at once, in one round trip
   * with the commit. Its recorded value is null.
   */
  writeOnce(name: string, write: (tx: TxCtx) => Promise<unknown>): Promise<void>;
  /**
   * A transaction that commits only while this process owns the run. It is not recorded, so its rows must show what is left to
   * do.
   */
  write<T>(work: (tx: TxCtx) => Promise<T>): Promise<T>;
  /**
   * Hands over the last writes of this run, for the transaction that ends it when its code returns. Runs of one kind and scope
   * that complete at the same time share that transaction. A failure of the writes is a failure of the run.
   */
  endWith<T>(end: SharedEnd<T>, value: T): void;
  /**
   * Shows the progress: a fraction from 0 to 1, a text, and the data that the definition's `detail` describes. It is written at
   * most four times a second.
   */
  progress(fraction: number, stage: string, detail?: unknown): Promise<void>;
  /** Names the run in exported traces, by default its kind. */
  nameTrace(name: string): void;
  /** Waits for this many milliseconds from the first time that it is called. */
  sleep(name: string, ms: number): Promise<void>;
  sleepUntil(name: string, until: Date): Promise<void>;
  /**
   * Returns the unguessable token with which `sendSignal` reaches `waitFor(name)`, for links in mails, webhooks and approvals.
   */
  token(name: string): string;
  /** Returns the next signal of that name in the order of arrival, including signals that came before. */
  waitFor<T>(name: string, options: WaitOptions<T>): Promise<T>;
  /**
   * Starts a run and waits for its output. Throws `RunFailure` with the child's cause. Cancelling this run cancels the child
   * too.
   */
  child<I, O>(name: string, type: RunType<I, O>, input: I, options?: ChildOptions): Promise<O>;
}
