import type { z } from 'zod';
import type { AnyCtx, Ctx, TxCtx } from '../../context/context.ts';
import { defineExtensionPoint } from '../../services/extension-points.ts';
import type { Services } from '../../services/services.ts';
import type { ExplainedFailure, RunCause } from './causes.ts';
import type { RunContext } from './run-context.ts';
import type { StartingRules } from './starting-rules.ts';

export type LaneName = 'light' | 'heavy' | 'shared';

const stored: Readonly<Record<LaneName, number>> = { light: 0, heavy: 1, shared: 2 };
const lanesOfEverybody = 3;

/** Returns the number under which a lane is stored. Preferred tenants have separate lanes, so that their runs do not wait for those of others. */
export const laneNumber = (name: LaneName, isPreferred: boolean): number =>
  stored[name] + (isPreferred ? lanesOfEverybody : 0);

/** Returns the number of the lane for a run that the tenant starts now. */
export const chooseLane = ({ services, tenantId }: AnyCtx, name: LaneName = 'light'): number =>
  laneNumber(name, services.workAccount.isPreferred(tenantId));

/** The states of a run. The last three are final. */
export type RunStatus = 'QUEUED' | 'RUNNING' | 'WAITING' | 'COMPLETED' | 'FAILED' | 'CANCELLED';

/** The type of a run without its code, which suffices to start one and to read its output. */
export interface RunType<I, O> {
  /** For example `knowledge.import`. */
  readonly kind: string;
  /** The name for users, for example `Import of a document`. The default is the kind. */
  readonly title?: string;
  /**
   * Increase the version when runs that began earlier could not continue with the changed code, and keep the old definition until none is
   * left.
   */
  readonly version: number;
  readonly input: z.ZodType<I>;
  readonly output: z.ZodType<O>;
  /** The data that `run.progress` may show in addition to a fraction and a text. */
  readonly detail?: z.ZodType;
  /**
   * A heavy run computes much or uses much memory; a process works on `WORKER_CONCURRENCY` of them at once. A shared run waits
   * its turn for something that limits itself, such as a pool of parsers, and shares its transactions with others; a process
   * works on eight times as many. The default is light.
   */
  readonly lane?: LaneName;
  /** Keeps runs as long as their subject. By default they are kept as long as the tenant's setting says. */
  readonly keptWithSubject?: boolean;
  readonly starting?: StartingRules<I>;
}

/** The end of a run, for `ended`, which is called in the same transaction. */
export interface RunEnd<O> {
  readonly runId: string;
  readonly subjectId: string;
  readonly status: 'COMPLETED' | 'FAILED' | 'CANCELLED';
  /** Set for a completed run only. */
  readonly output: O | undefined;
  readonly cause: RunCause | null;
}

/** The subject of a run, which determines its live topic. */
export interface RunSubject {
  readonly subjectId: string;
  readonly scopeId: string;
}

/** The subject of a run as the interface shows it. */
export interface ShownSubject {
  readonly name: string;
  /** The address of its screen. */
  readonly address: string;
}

/**
 * The way in which the interface shows runs of a kind, and the actions that it offers there. An action without a field here is not offered.
 */
export interface RunScreen {
  /** Finds the subjects of runs, by the id of the subject. One that no longer exists is left out. */
  readonly subjects?: (tx: TxCtx, runs: readonly RunSubject[]) => Promise<ReadonlyMap<string, ShownSubject>>;
  /** Finds the ids of at most `limit` subjects whose name contains the text. */
  readonly search?: (tx: TxCtx, text: string, limit: number) => Promise<readonly string[]>;
  /** Cancels the subject's open run; `true` when cancelling the run itself is enough. */
  readonly cancel?: true | ((ctx: Ctx, run: RunSubject) => Promise<unknown>);
  /** Starts another run for the subject; `true` when the failed run is continued at the step that failed. */
  readonly retry?: true | ((ctx: Ctx, run: RunSubject) => Promise<unknown>);
  /** True when the run may be replayed from any of its steps, also with another input. */
  readonly canReplay?: true;
}

/** The form of runs of a kind in exported traces. */
export interface RunTrace {
  readonly operation: 'invoke_agent' | 'invoke_workflow';
  /** False where the steps of the journal are not exported, because the code exports what it does by itself. */
  readonly steps?: false;
}

export interface RunDefinition<I, O> extends RunType<I, O> {
  /**
   * The work. It is called again from its start after every wait, retry and crash; steps that were recorded then return their
   * recorded results. Between steps it must therefore be a pure function of its input and the results of steps.
   */
  readonly run: (run: RunContext, input: I) => Promise<O>;
  /** Returns a sentence for users about a completed run. */
  readonly note?: (output: O) => string | undefined;
  /** Called in the transaction that ends the run, whatever the outcome, unless the run ends by `endWith`. */
  readonly ended?: (tx: TxCtx, end: RunEnd<O>) => Promise<void>;
  /** Returns the live topic on which progress and end are signalled. The id of a signal is the subject. */
  readonly topic?: (subject: RunSubject) => string;
  /** Converts an error to its cause, and tells whether another attempt may succeed. */
  readonly explain?: (error: unknown) => ExplainedFailure | undefined;
  /** The number of attempts for failures that may pass. The default is 5. */
  readonly attempts?: number;
  readonly screen?: RunScreen;
  readonly trace?: RunTrace;
}

/**
 * A definition without the types of its input and output, which are validated at run time, so that definitions of all kinds fit
 * into one list.
 */
export interface AnyRun extends Omit<RunType<unknown, unknown>, 'input' | 'output' | 'starting'> {
  readonly topic?: (subject: RunSubject) => string;
  readonly explain?: (error: unknown) => ExplainedFailure | undefined;
  readonly attempts?: number;
  readonly screen?: RunScreen;
  readonly trace?: RunTrace;
  /** Validates an input that a user gives. */
  readonly input: z.ZodType;
  /** Validates the stored input, does the work and validates the output. Throws ZodError and what `run` throws. */
  execute(run: RunContext, input: unknown): Promise<{ output: unknown; note: string | undefined }>;
  readonly tell?: (tx: TxCtx, end: RunEnd<unknown>) => Promise<void>;
}

/** Declares a kind of run without its code, for modules that may start it but not import the code. */
export const defineRunType = <I, O>(type: RunType<I, O>): RunType<I, O> => type;

/** Defines a kind of run; see `RunDefinition`. */
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

/** The kinds of runs that a server knows, by kind and version. */
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

  /** The newest definition of a kind. */
  newest(kind: string): AnyRun | undefined {
    return this.find(kind, this.#newest.get(kind) ?? 0);
  }

  /** The newest definition of every kind. */
  all(): AnyRun[] {
    return [...this.#newest.keys()].flatMap((kind) => this.newest(kind) ?? []);
  }

  knows(kind: string): boolean {
    return this.#newest.has(kind);
  }

  /** Returns true when only a newer server may know the version, so that the run is left to that server. */
  isNewer(kind: string, version: number): boolean {
    return version > (this.#newest.get(kind) ?? 0);
  }
}

/** The service with the definitions in the field `runs` of all modules. */
export const runKinds = defineExtensionPoint<AnyRun>('runs.kinds');

/** The runs that this server knows. */
export const knownRuns = ({ extensions }: Pick<Services, 'extensions'>): RunRegistry =>
  new RunRegistry(extensions.of(runKinds));
