import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { mainThread } from '../../../../kernel/main-thread/main-thread.ts';
import { RunFailure } from '../../../../kernel/runs/index.ts';
import type { CompiledStep } from './compile-flow.ts';
import { computeChoice } from './computing/compute-value.ts';
import { buildStepOptions, type Execution, FlowStopped, failStep, forComputing } from './execution.ts';
import { stepFailure } from './failures.ts';
import { type FlowBranchInput, flowBranchType } from './flow-run-type.ts';
import { beginEntryFor, roundPath } from './journal-names.ts';
import { type Entries, mostRounds, openList } from './loop-items.ts';
import { runCode } from './run-code.ts';
import { runPiece } from './run-piece.ts';

type StepOf<T extends CompiledStep['type']> = Extract<CompiledStep, { type: T }>;

const stepsPerReport = 50;
const reportAfterMs = 500;

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
  execution: Execution,
  { first, path }: { first: string | null; path: string },
): Promise<void> => {
  for (let name = first; name !== null; ) {
    const step = execution.flow.steps.get(name);
    if (!step) return;
    if (!step.isSkipped) await runOne(execution, step, path);
    name = step.next;
  }
};

/** Runs one step, and notes its value. */
export const runOne = async (execution: Execution, step: CompiledStep, path: string): Promise<void> => {
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

/** Runs one step. `path` has the rounds of the loops around it. Returns its value. */
const runStep = (execution: Execution, step: CompiledStep, path: string): Promise<JsonValue> => {
  switch (step.type) {
    case 'PIECE':
      return runPiece(execution, step, path);
    case 'CODE':
      return runCode(execution, step, path);
    case 'LOOP_ON_ITEMS':
      return runLoop(execution, step, path);
    case 'REPEAT_UNTIL':
      return runRepeat(execution, step, path);
    case 'ROUTER':
      return runRouter(execution, step, path);
    case 'PARALLEL':
      return runParallel(execution, step, path);
  }
};

/**
 * Runs the body once for each item. In a round, `item`, and `index` from 1, are values of the loop; afterwards only the number of rounds
 * is. The values of the steps inside are those of the last round; those of every round are in the journal.
 */
const runLoop = async (
  execution: Execution,
  step: StepOf<'LOOP_ON_ITEMS'>,
  path: string,
): Promise<JsonValue> => {
  const { run, scope } = execution;
  let known: Entries | undefined;
  const read = async (): Promise<Entries> => {
    known ??= await openList(execution, step);
    return known;
  };
  const count = await run.step(
    `${path}${step.name}`,
    async () => ({ items: (await read()).length }),
    buildStepOptions(step, () => null),
  );
  const items = await read();
  let item: JsonValue = null;
  for (let at = 0; at < items.length; at += 1) {
    item = await items.at(at);
    scope.set(step.name, { item, index: at + 1 });
    await runChain(execution, { first: step.body, path: roundPath(path, step.name, at + 1) });
  }
  return { ...count, item, index: items.length };
};

/** Runs the body until the conditions hold after a round. */
const runRepeat = async (
  execution: Execution,
  step: StepOf<'REPEAT_UNTIL'>,
  path: string,
): Promise<JsonValue> => {
  const { run, scope } = execution;
  const most = Math.min(step.maxTimes, mostRounds);
  let round = 0;
  let isDone = false;
  while (!isDone && round < most) {
    round += 1;
    scope.set(step.name, { index: round });
    await runChain(execution, { first: step.body, path: roundPath(path, step.name, round) });
    try {
      isDone = (await computeChoice(run.ctx, step.isDone, forComputing(execution))).length > 0;
    } catch (error) {
      return failStep(run, `${path}${step.name}`, error);
    }
  }
  return run.step(
    `${path}${step.name}`,
    () => {
      if (!isDone) throw stepFailure('flows.never_done');
      return { index: round };
    },
    buildStepOptions(step, () => null),
  );
};

/** Returns the numbers of the branches that are taken. */
const takenBranches = async (
  execution: Execution,
  { choice, conditional, fallbacks }: StepOf<'ROUTER'>,
): Promise<number[]> => {
  const held = await computeChoice(execution.run.ctx, choice, forComputing(execution));
  return held.length > 0 ? held.map((at) => conditional[at] ?? 0) : fallbacks;
};

/** Runs the branches of a router whose conditions hold, one after another; the fallback when there are none. */
const runRouter = async (execution: Execution, step: StepOf<'ROUTER'>, path: string): Promise<JsonValue> => {
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
  for (const at of taken) await runChain(execution, { first: step.branches[at]?.body ?? null, path });
  return value;
};

/** Runs all branches at the same time, each as a run of its own, and goes on once, after the last one. */
const runParallel = async (
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
