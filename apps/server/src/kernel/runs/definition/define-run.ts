import type { z } from 'zod';
import type { TxCtx } from '../../context/context.ts';
import type { RunCause } from './causes.ts';
import type { RunContext } from './run-context.ts';
import type { StartingRules } from './starting-rules.ts';

/** The one state machine of everything long. The last three never change. */
export type RunStatus = 'QUEUED' | 'RUNNING' | 'WAITING' | 'COMPLETED' | 'FAILED' | 'CANCELLED';

/** What is known of a kind of run without its code: enough to start one and to read its output. */
export interface RunType<I, O> {
  /** For example `knowledge.import`. */
  readonly kind: string;
  /** Raise it when a run that began before could not go on with the changed code; keep the old definition until none is left. */
  readonly version: number;
  readonly input: z.ZodType<I>;
  readonly output: z.ZodType<O>;
  /** What `run.progress` may show beside a fraction and a word. */
  readonly detail?: z.ZodType;
  /** Heavy runs compute or hold much memory: a process works on `WORKER_CONCURRENCY` of them. Light by default. */
  readonly lane?: 'light' | 'heavy';
  /** Kept as long as its subject; by default as long as the tenant keeps runs. */
  readonly keptWithSubject?: boolean;
  readonly starting?: StartingRules<I>;
}

/** How a run ended, for those who hear of it in the same transaction. */
export interface RunEnd<O> {
  readonly runId: string;
  readonly subjectId: string;
  readonly status: 'COMPLETED' | 'FAILED' | 'CANCELLED';
  /** Of a completed run. */
  readonly output: O | undefined;
  readonly cause: RunCause | null;
}

/** What a run is about, for its live topic. */
export interface RunSubject {
  readonly subjectId: string;
  readonly scopeId: string;
}

export interface RunDefinition<I, O> extends RunType<I, O> {
  /**
   * Does the work. It is called again from its start after every wait, retry and crash; recorded steps then give what they gave.
   * Between steps it therefore only computes, from its input and from what steps gave.
   */
  readonly run: (run: RunContext, input: I) => Promise<O>;
  /** A sentence for people about a completed run. */
  readonly note?: (output: O) => string | undefined;
  /** Called in the transaction that ends the run, whatever the outcome. */
  readonly ended?: (tx: TxCtx, end: RunEnd<O>) => Promise<void>;
  /** Its end is told as the event `runs.finished`. */
  readonly isAnnounced?: boolean;
  /** The live topic on which progress and end are signalled; the id is the subject. */
  readonly topic?: (subject: RunSubject) => string;
  /** Turns a foreign failure into its cause, and says whether another attempt could help. */
  readonly explain?: (error: unknown) => (RunCause & { retryable: boolean }) | undefined;
  /** Attempts after which failures that may pass are given up. 5 by default. */
  readonly attempts?: number;
}

/** A definition whose types are checked at its own border, so that those of all kinds fit one list. */
export interface AnyRun extends Omit<RunType<unknown, unknown>, 'input' | 'output' | 'starting'> {
  readonly isAnnounced?: boolean;
  readonly topic?: (subject: RunSubject) => string;
  readonly explain?: (error: unknown) => (RunCause & { retryable: boolean }) | undefined;
  readonly attempts?: number;
  /** Parses the stored input, runs, and parses the output. Throws ZodError and whatever `run` throws. */
  execute(run: RunContext, input: unknown): Promise<{ output: unknown; note: string | undefined }>;
  readonly tell?: (tx: TxCtx, end: RunEnd<unknown>) => Promise<void>;
}

/** Names a kind of run apart from its code, where those who start it may not import the code. */
export const defineRunType = <I, O>(type: RunType<I, O>): RunType<I, O> => type;

/** Defines a kind of run: see `RunDefinition`. */
export const defineRun = <I, O>(definition: RunDefinition<I, O>): RunDefinition<I, O> & AnyRun => {
  const { ended } = definition;
  return {
    ...definition,
    async execute(run, stored) {
      const output = definition.output.parse(await definition.run(run, definition.input.parse(stored)));
      return { output, note: definition.note?.(output) };
    },
    ...(ended && {
      tell: (tx: TxCtx, { output, ...end }: RunEnd<unknown>) =>
        ended(tx, { ...end, output: output === undefined ? undefined : definition.output.parse(output) }),
    }),
  };
};

/** The runs that a server knows, by kind and version. */
export class RunRegistry {
  readonly #byVersion = new Map<string, AnyRun>();
  readonly #newest = new Map<string, number>();

  constructor(definitions: Iterable<AnyRun>) {
    for (const definition of definitions) {
      const key = `${definition.kind} ${definition.version}`;
      if (this.#byVersion.has(key)) throw new Error(`The run ${key} is defined twice.`);
      this.#byVersion.set(key, definition);
      this.#newest.set(definition.kind, Math.max(definition.version, this.#newest.get(definition.kind) ?? 0));
    }
  }

  find(kind: string, version: number): AnyRun | undefined {
    return this.#byVersion.get(`${kind} ${version}`);
  }

  knows(kind: string): boolean {
    return this.#newest.has(kind);
  }

  /** Whether a newer server may know it: then it is left to that one. */
  isNewer(kind: string, version: number): boolean {
    return version > (this.#newest.get(kind) ?? 0);
  }
}
