import type { Flow } from '@atelier/contracts/assistants/flows/flow-model';
import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { entitiesAsSubjects } from '../../../../kernel/entities/entity-kind.ts';
import { defineRun, type RunContext } from '../../../../kernel/runs/index.ts';
import { toChatAnswer } from '../engine/chat/chat-answer.ts';
import { type CompiledFlow, type CompiledStep, compileFlow, recallCompiled } from '../engine/compile-flow.ts';
import { type Execution, FlowStopped, type Values } from '../engine/execution.ts';
import { explainStep, stepFailure } from '../engine/failures.ts';
import { takeFiles } from '../engine/files/receive-files.ts';
import {
  type FlowBranchInput,
  type FlowRunInput,
  flowBranchType,
  flowRefusalType,
  flowRunType,
  isCited,
} from '../engine/flow-run-type.ts';
import { resumeSignal } from '../engine/run-control.ts';
import { runChain, runOne } from '../engine/run-steps.ts';
import { versionRepository } from '../repository.ts';

const compileRunFlow = (run: RunContext, { flowId, versionId, content }: FlowRunInput | FlowBranchInput) => {
  if (content) return compileFlow(content);
  const load = async (): Promise<Flow> => {
    const found = await run.ctx.tx(({ db }) => versionRepository.find(db, flowId, versionId));
    if (!found) throw stepFailure('flows.deleted');
    return found.row.content;
  };
  return recallCompiled(run.ctx, versionId, load);
};

const begin = (
  run: RunContext,
  flow: CompiledFlow,
  parts: Pick<Execution, 'place' | 'scope' | 'rootRunId'> & Partial<Pick<Execution, 'isAdmitted'>>,
): Execution => ({
  isAdmitted: false,
  ...parts,
  run,
  flow,
  ran: new Set(),
  output: undefined,
  response: null,
  steps: 0,
  startedAt: performance.now(),
});

/** Runs a chain to its end, or until a step ends the run. Returns whether one did. */
const runToEnd = async (
  execution: Execution,
  chain: { first: string | null; path: string },
): Promise<boolean> => {
  try {
    await runChain(execution, chain);
    return false;
  } catch (error) {
    if (error instanceof FlowStopped) return true;
    throw error;
  }
};

const runBranch = async (
  execution: Execution,
  step: CompiledStep | undefined,
  { branch, path }: FlowBranchInput,
): Promise<boolean> => {
  if (branch !== null) {
    const first = step?.type === 'PARALLEL' ? (step.branches[branch]?.body ?? null) : null;
    return runToEnd(execution, { first, path });
  }
  if (step) await runOne(execution, step, path);
  return false;
};

/** The values of `run` in expressions. Few flows read the address of a run, or of a branch, at which callers continue it: it is signed on demand. */
const shownRun = (run: RunContext, id: string): Record<string, JsonValue> => ({
  id,
  get resumeUrl() {
    return `${run.ctx.services.ownOrigin.current}/api/orchestrator/resume/${run.token(resumeSignal)}`;
  },
});

/** Returns the values that expressions see before the first step. Every trigger has its name, and only one has fired. */
const firstScope = (run: RunContext, { trigger, payload }: FlowRunInput, triggers: string[]): Values => {
  const fired = trigger ?? 'trigger';
  const others = triggers.filter((name) => name !== fired).map((name): [string, JsonValue] => [name, null]);
  return new Map<string, JsonValue>([
    ...others,
    ['trigger', payload],
    [fired, payload],
    ['run', shownRun(run, run.runId)],
  ]);
};

export const flowRun = defineRun({
  ...flowRunType,
  explain: explainStep,
  screen: {
    subjects: entitiesAsSubjects,
    cancel: true,
  },
  trace: { operation: 'invoke_workflow' },
  run: async (run, input) => {
    if (input.files)
      await run.step('@files', async () => {
        await run.ctx.tx((tx) => takeFiles(tx, run.runId, input));
        return null;
      });
    const trigger = input.trigger ?? 'trigger';
    await run.step(trigger, () => input.payload);
    const flow = await compileRunFlow(run, input);
    run.nameTrace(flow.name);
    const scope = firstScope(run, input, flow.triggers);
    const execution = begin(run, flow, { place: input, scope, rootRunId: run.runId });
    await runToEnd(execution, { first: execution.flow.first, path: '' });
    const { response, scope: values } = execution;
    const output = execution.output ?? response?.body ?? null;
    return { output, response, ...(isCited(input) && { answer: toChatAnswer(output, flow, values) }) };
  },
});

export const flowRefusal = defineRun({
  ...flowRefusalType,
  screen: { subjects: entitiesAsSubjects },
  run: async (run, { trigger, payload }) => {
    await run.step(trigger ?? 'trigger', () => payload);
    return null;
  },
});

export const flowBranch = defineRun({
  ...flowBranchType,
  explain: explainStep,
  screen: { subjects: entitiesAsSubjects },
  trace: { operation: 'invoke_workflow' },
  run: async (run, input) => {
    const { rootRunId } = input;
    const flow = await compileRunFlow(run, input);
    run.nameTrace(flow.name);
    const scope: Values = new Map(Object.entries(input.scope));
    scope.set('run', shownRun(run, rootRunId));
    const isAdmitted = input.branch === null;
    const execution = begin(run, flow, { place: input, scope, rootRunId, isAdmitted });
    const step = flow.steps.get(input.step);
    const isStopped = await runBranch(execution, step, input);
    const { ran, output, response } = execution;
    const results = Object.fromEntries([...ran].map((name) => [name, scope.get(name) ?? null]));
    return { results, response, isStopped, ...(output === undefined ? {} : { output }) };
  },
});
