import type { JsonValue } from '@atelier/contracts/fields/field-values';
import type { CompiledStep } from './compile-flow.ts';
import { computeChoice } from './computing/compute-value.ts';
import { buildStepOptions, type Execution, FlowStopped, failStep, forComputing } from './execution.ts';
import { type FlowBranchInput, flowBranchType } from './flow-run-type.ts';
import { beginEntryFor } from './journal-names.ts';

type StepOf<T extends CompiledStep['type']> = Extract<CompiledStep, { type: T }>;
type RunBody = (execution: Execution, chain: { first: string | null; path: string }) => Promise<void>;

/** Returns the numbers of the branches that are taken. */
const takenBranches = async (
  execution: Execution,
  { choice, conditional, fallbacks }: StepOf<'ROUTER'>,
): Promise<number[]> => {
  const held = await computeChoice(execution.run.ctx, choice, forComputing(execution));
  return held.length > 0 ? held.map((at) => conditional[at] ?? 0) : fallbacks;
};

/** Runs the branches of a router whose conditions hold, one after another; the fallback when there are none. */
export const runRouter = async (
  runBody: RunBody,
  execution: Execution,
  step: StepOf<'ROUTER'>,
  path: string,
): Promise<JsonValue> => {
  const { run, scope } = execution;
  const { taken } = await run.step(
    `${path}${step.name}`,
    async () => {
      const numbers = await takenBranches(execution, step);
      return { taken: numbers, branches: numbers.map((at) => step.branches[at]?.name ?? '') };
    },
    buildStepOptions(step, () => null),
  );
  const value = { branches: taken.map((at) => step.branches[at]?.name ?? '') };
  scope.set(step.name, value);
  for (const at of taken) await runBody(execution, { first: step.branches[at]?.body ?? null, path });
  return value;
};

/** Runs all branches at the same time, each as a run of its own, and goes on once, after the last one. */
export const runParallel = async (
  execution: Execution,
  step: StepOf<'PARALLEL'>,
  path: string,
): Promise<JsonValue> => {
  const { run, scope, place, rootRunId, ran } = execution;
  const name = `${path}${step.name}`;
  const branches = step.branches.map((branch, at) => ({ ...branch, at })).filter(({ body }) => body !== null);
  await run.step(beginEntryFor(name), () => ({ kind: 'parallel', branches: branches.length }));
  const input = (branch: number): FlowBranchInput => ({
    ...place,
    rootRunId,
    step: step.name,
    branch,
    path,
    scope: Object.fromEntries(scope),
  });
  const subject = { subjectId: place.flowId, scopeId: place.flowId };
  const ends = await Promise.allSettled(
    branches.map(({ at }) => run.child(`@branch/${name}/${at}`, flowBranchType, input(at), subject)),
  );
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) return failStep(run, name, failed.reason);
  const done = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
  for (const { results, output, response } of done) {
    for (const [each, value] of Object.entries(results)) {
      scope.set(each, value);
      ran.add(each);
    }
    execution.output = output ?? execution.output;
    execution.response ??= response;
  }
  const value = await run.step(
    name,
    () => ({ branches: branches.length }),
    buildStepOptions(step, () => null),
  );
  if (done.some(({ isStopped }) => isStopped)) throw new FlowStopped();
  return value;
};
