import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { behindOthers } from '@atelier/contracts/kernel/run-parts';
import { mainThread } from '../../../../kernel/main-thread/index.ts';
import { type RunContext, RunFailure } from '../../../../kernel/runs/index.ts';
import type { CompiledFlow, CompiledStep } from './compile-flow.ts';
import type { FileOwner } from './files/platform-files.ts';
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

/** Runs one step. `path` has the rounds of the loops around it. Returns its value. */
type RunStep<S extends CompiledStep = CompiledStep> = (
  execution: Execution,
  step: S,
  path: string,
) => Promise<JsonValue>;

const stepsPerReport = 50;
const reportAfterMs = 500;

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

/** Lets others go first, and shows the progress of a run with many steps. */
const breathe = async (execution: Execution, step: CompiledStep): Promise<void> => {
  const { run, startedAt } = execution;
  execution.steps += 1;
  await run.ctx.use(mainThread).turn(run.ctx.tenantId, run.signal);
  if (execution.steps % stepsPerReport !== 0) return;
  if (performance.now() - startedAt > reportAfterMs) await run.progress(0, step.name);
};

/** Runs the steps of a chain one after another. */
export const runChain = async (
  runStep: RunStep,
  execution: Execution,
  { first, path }: { first: string | null; path: string },
): Promise<void> => {
  for (let name = first; name !== null; ) {
    const step = execution.flow.steps.get(name);
    if (!step) return;
    if (!step.isSkipped) await runOne(runStep, execution, step, path);
    name = step.next;
  }
};

/** Runs one step, and notes its value. */
export const runOne = async (
  runStep: RunStep,
  execution: Execution,
  step: CompiledStep,
  path: string,
): Promise<void> => {
  const { scope, ran } = execution;
  await breathe(execution, step);
  try {
    scope.set(step.name, await runStep(execution, step, path));
  } catch (error) {
    if (!step.continues || !(error instanceof RunFailure)) throw error;
    const { code, message } = error.reason;
    scope.set(step.name, { error: { code, message } });
  }
  ran.add(step.name);
};
