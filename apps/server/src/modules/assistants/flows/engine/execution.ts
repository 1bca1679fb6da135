import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { behindOthers } from '@atelier/contracts/kernel/run-parts';
import type { RunContext } from '../../../../kernel/runs/index.ts';
import type { CompiledFlow, CompiledStep } from './compile-flow.ts';
import type { FileOwner } from './files/file-owner.ts';
import type { FlowResponse, FlowRunInput } from './flow-run-type.ts';

/** The subject of a run, for steps that start others. */
export type FlowPlace = Pick<
  FlowRunInput,
  'flowId' | 'versionId' | 'content' | 'environment' | 'depth' | 'chat' | 'key'
>;

/** The values of triggers and steps by name. */
export type Values = Map<string, JsonValue>;

/** Thrown by a step that ends the run successfully. */
export class FlowStopped extends Error {}

/** The state of one run, or of one branch, while its code is called. */
export interface Execution {
  readonly run: RunContext;
  readonly flow: CompiledFlow;
  readonly place: FlowPlace;
  /** The run that a request started: a branch works for it. */
  readonly rootRunId: string;
  /** The values that expressions see; steps add theirs. */
  readonly scope: Values;
  /** The names of the steps that have run, whose values a branch hands to its join. */
  readonly ran: Set<string>;
  /** True for one step alone, whose turn it is by the limits of its connection. */
  readonly isAdmitted: boolean;
  output: JsonValue | undefined;
  response: FlowResponse | null;
  steps: number;
  startedAt: number;
}

/** The options of a recorded step. */
export const buildStepOptions = (step: CompiledStep, input: () => unknown) => ({
  retry: step.retry,
  get input() {
    return input();
  },
});

/** Shows that a run waits behind others, while it does. The run goes on if that cannot be stored. */
export const showWaiting = (run: RunContext, waits: boolean): void =>
  void run.progress(0, waits ? behindOthers : 'Running').catch(() => undefined);

/** The owner of the files that a run and its branches read. */
export const fileOwner = ({ place, rootRunId }: Pick<Execution, 'place' | 'rootRunId'>): FileOwner => ({
  flowId: place.flowId,
  runId: rootRunId,
});

/** Returns the data with which a value of a run is computed. */
export const forComputing = (execution: Execution) => {
  const { run, scope } = execution;
  const onWaits = (waits: boolean) => showWaiting(run, waits);
  return { scope, owner: fileOwner(execution), signal: run.signal, onWaits };
};

/** Records a failure that has no entry of its own yet, such as that of a sub-flow, as the failure of a step. Throws it. */
export const failStep = (run: RunContext, name: string, error: unknown): Promise<never> =>
  run.step(name, () => Promise.reject(error), { retry: { attempts: 1 } });
