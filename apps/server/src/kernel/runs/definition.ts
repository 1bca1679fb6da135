import type { Ctx, TxCtx } from '../context/context.ts';

/** The one state machine of everything long. The last three never change. */
export type RunStatus = 'QUEUED' | 'RUNNING' | 'WAITING' | 'COMPLETED' | 'FAILED' | 'CANCELLED';

/** Why a run failed: a stable code and a sentence for a person. */
export interface RunCause {
  code: string;
  message: string;
  /** When it is tried again, while it waits for that. */
  retryAt?: string;
}

/** What a handler sees of its run. Every write goes through `step`, which fails when the run was taken over. */
export interface RunHandle {
  readonly ctx: Ctx;
  readonly runId: string;
  readonly subjectId: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** What `saveCheckpoint` stored last, by this attempt or an earlier one. */
  readonly checkpoint: Readonly<Record<string, unknown>>;
  readonly attempt: number;
  /** Aborts on cancel, on shutdown and when the lease is lost. */
  readonly signal: AbortSignal;
  /** A transaction that commits only while this worker still holds the run. */
  step<T>(work: (tx: TxCtx) => Promise<T>): Promise<T>;
  /** Like `step`, and stores where to go on after a crash, in the same transaction. */
  saveCheckpoint(checkpoint: Record<string, unknown>, work?: (tx: TxCtx) => Promise<void>): Promise<void>;
  /** Shows how far it is: 0 to 1 and a word for a person. Written at most a few times a second. */
  progress(fraction: number, stage: string): Promise<void>;
}

export interface RunDefinition {
  /** For example `knowledge.import`. */
  readonly kind: string;
  /** Does the work; what it returns is the note of a completed run, shown to people. */
  readonly handle: (run: RunHandle) => Promise<string | undefined>;
  /** Called in the transaction that ends the run, whatever the outcome. */
  readonly finished?: (
    tx: TxCtx,
    outcome: { runId: string; subjectId: string; status: RunStatus; cause: RunCause | null },
  ) => Promise<void>;
  /** The topic on which progress is signalled; the id is the subject. */
  readonly topic: (subject: { subjectId: string; input: Readonly<Record<string, unknown>> }) => string;
  /** Turns a foreign failure into its cause, and says whether another attempt could help. */
  readonly explain?: (error: unknown) => (RunCause & { retryable: boolean }) | undefined;
}

export const defineRun = (definition: RunDefinition): RunDefinition => definition;

/** Causes that the engine itself gives. */
export const runCauses = {
  lost: {
    code: 'runs.lost',
    message:
      'The server stopped several times while working on this. Please retry; if it happens again, the input may be the reason.',
  },
  unknownKind: {
    code: 'runs.unknown_kind',
    message: 'This version of the server does not know how to do this. Please update it.',
  },
  internal: { code: 'server.internal', message: 'Something went wrong. Please try again.' },
} as const satisfies Record<string, RunCause>;

/** Attempts after which a run that keeps failing for passing reasons is given up. */
export const maxAttempts = 5;
/**
 * Attempts after which a run is given up whose workers keep dying. It is rarely the reason for that, because parsers and
 * foreign code run in processes of their own; a server that is restarted over and over must not fail what it is asked to do.
 */
export const maxLosses = 25;
/** How long a worker may hold a run without a sign of life, and how often it gives one. */
export const leaseMs = 15_000;
export const heartbeatMs = 4_000;
