import type { z } from 'zod';
import type { Ctx, TxCtx } from '../../context/context.ts';
import type { RunType } from './define-run.ts';

/** What a value looks like once it was recorded as JSON and read again. */
export type Recorded<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends Date
    ? string
    : T extends readonly (infer E)[]
      ? Recorded<E>[]
      : T extends object
        ? { [K in keyof T]: Recorded<T[K]> }
        : never;

/** How often a step is tried whose failure may pass, and how long it waits at first; the pause doubles up to a minute. */
export interface StepRetry {
  /** 5 by default; 1 is no retry. */
  readonly attempts?: number;
  /** Milliseconds; 1000 by default. Above a second the run waits without a place. */
  readonly pauseMs?: number;
}

export interface StepOptions {
  readonly retry?: StepRetry;
  /** Shown beside the step; JSON, at most 16 KB of it are kept. */
  readonly input?: unknown;
}

export interface OutwardOptions extends StepOptions {
  /** The idempotency key for the receiver. By default one that no other step has, and that a retry of the run has again. */
  readonly key?: string;
  /**
   * What happens when the server stops during the call. `with-key` calls again with the same key, for receivers that
   * honour it. `never` does not: the run fails with `runs.outcome_unknown`, for a person to decide.
   */
  readonly repeat?: 'with-key' | 'never';
}

/** What an outward step is given. */
export interface OutwardCall {
  readonly key: string;
  /** Aborts on cancel, on shutdown, and when the run is lost. */
  readonly signal: AbortSignal;
  /** Counts micro-credits against the run's budget. */
  spend(microCredits: number): void;
}

export interface WaitOptions<T> {
  readonly schema: z.ZodType<T>;
  /** Milliseconds; without it the run waits for as long as it takes. */
  readonly timeoutMs?: number;
  /** Gives the result when the time is over; without it the wait fails with `runs.wait_timed_out`. */
  readonly onTimeout?: () => T | Promise<T>;
}

export interface ChildOptions {
  readonly subjectId?: string;
  readonly scopeId?: string;
}

/**
 * What a run may do. Every operation with a name is recorded once and never done again: after a crash, a wait or a retry
 * the code runs from its start, and recorded operations give what they gave. They are recognised by their order and name.
 *
 * A run that waits is forgotten by the process: code behind the wait, `finally` blocks too, runs in a later call only.
 * Every operation throws `RunStopped` once the run was cancelled or the process stops, and `RunLost` once it is in other hands.
 */
export interface RunContext {
  readonly ctx: Ctx;
  readonly runId: string;
  /** The empty text when it has none. */
  readonly subjectId: string;
  /** The empty text when it has none. */
  readonly scopeId: string;
  /** From 1; counts on with each retry of the run as a whole. */
  readonly attempt: number;
  /** Aborts on cancel, on shutdown, and when the run is lost. */
  readonly signal: AbortSignal;
  /**
   * A step without effect outside: its result is recorded with the next commit, together with others, so that a crash may
   * repeat it. A result above 64 KB is stored aside; above 8 MB the step fails with `runs.result_too_large`.
   */
  step<T>(name: string, work: () => T | Promise<T>, options?: StepOptions): Promise<Recorded<T>>;
  /** A step that others see. All that was recorded before is committed first; its own result is committed before the next one. */
  outward<T>(
    name: string,
    options: OutwardOptions,
    call: (call: OutwardCall) => Promise<T>,
  ): Promise<Recorded<T>>;
  /** A transaction that is recorded in itself: it happens exactly once. */
  transaction<T>(name: string, work: (tx: TxCtx) => Promise<T>): Promise<Recorded<T>>;
  /** A transaction that commits only while the run is in these hands, and is not recorded: for work whose rows say what is left. */
  write<T>(work: (tx: TxCtx) => Promise<T>): Promise<T>;
  /** Shows how far it is: 0 to 1, a word for a person, and what the definition's `detail` describes. At most four times a second. */
  progress(fraction: number, stage: string, detail?: unknown): Promise<void>;
  /** Milliseconds from the first time that it is reached. */
  sleep(name: string, ms: number): Promise<void>;
  sleepUntil(name: string, until: Date): Promise<void>;
  /** The unguessable token under which `sendSignal` reaches `waitFor(name)`; for links in mails, webhooks and approvals. */
  token(name: string): string;
  /** The next signal of that name, in the order of arrival; one that came before counts. */
  waitFor<T>(name: string, options: WaitOptions<T>): Promise<T>;
  /** Starts a run and waits for its output. Throws `RunFailure` with the child's cause. Cancelling this run cancels the child. */
  child<I, O>(name: string, type: RunType<I, O>, input: I, options?: ChildOptions): Promise<O>;
}
