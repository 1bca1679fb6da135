import type { JsonValue } from '@atelier/contracts/fields/field-values';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import type { ControlPlan, PieceAction } from '@atelier/pieces';
import { z } from 'zod';
import { flowRepository } from '../repository.ts';
import { askForApproval } from './ask-for-approval.ts';
import type { CompiledPiece } from './compile-flow.ts';
import { type buildStepOptions, type Execution, FlowStopped, failStep } from './execution.ts';
import { StepFailure, stepFailure } from './failures.ts';
import { filesOfPayload } from './files/receive-files.ts';
import { flowStart, orderFlowRun } from './flow-rules.ts';
import { FlowResponse, type FlowRunInput } from './flow-run-type.ts';
import { beginEntryFor, childEntryFor, responseEntry } from './journal-names.ts';
import { responses } from './responses.ts';

/** A step with a control action, and where it stands. */
export interface ControlStep {
  step: CompiledPiece;
  /** Its name in the journal. */
  name: string;
  input: () => Promise<FieldValues>;
  options: ReturnType<typeof buildStepOptions>;
  action: Extract<PieceAction, { kind: 'control' }>;
}

type PlanOf<K extends ControlPlan['kind']> = Extract<ControlPlan, { kind: K }>;

/** The most flows that start each other in a row. */
const mostDepth = 10;
const year = 365 * 24 * 3600 * 1000;

/** The name under which requests to the address of a run arrive. */
export const resumeSignal = '@resume/';

const waitForCall = async (
  { run }: Execution,
  { name, options }: ControlStep,
  { timeoutMs = year }: PlanOf<'wait-webhook'>,
): Promise<JsonValue> => {
  await run.step(beginEntryFor(name), () => ({ kind: 'wait-webhook' }), options);
  const value = await run.waitFor(resumeSignal, {
    schema: z.custom<JsonValue>(() => true),
    timeoutMs,
    onTimeout: () => ({ timedOut: true }),
  });
  return run.step(name, () => value, options) as Promise<JsonValue>;
};

const respond = async (
  execution: Execution,
  { name, options }: ControlStep,
  { status, headers, body }: PlanOf<'respond'>,
): Promise<JsonValue> => {
  const { run, rootRunId } = execution;
  const value = { status, headers, body };
  if (execution.response === null) {
    const response = FlowResponse.parse(await run.step(responseEntry, () => value));
    execution.response = response;
    // Earlier steps have been committed or can be repeated, so the caller need not wait for a commit.
    run.ctx.use(responses).give(rootRunId, response);
  }
  return run.step(name, () => value, options) as Promise<JsonValue>;
};

const asFailure = (failure: unknown) => ({ failure });

const startFlow = async (
  { run, place, rootRunId }: Execution,
  { name, options }: ControlStep,
  { flowId, input, wait }: PlanOf<'run-flow'>,
): Promise<JsonValue> => {
  if (place.depth >= mostDepth) return failStep(run, name, stepFailure('flows.too_deep'));
  const readFlow = () => run.ctx.tx(({ db }) => flowRepository.find(db, flowId));
  const versionId = await run.step(
    `@flow/${name}`,
    async () => (await readFlow())?.publishedVersionId ?? null,
  );
  if (versionId === null) return failStep(run, name, stepFailure('flows.sub_flow_missing'));
  const start: FlowRunInput = {
    flowId,
    versionId,
    environment: 'PRODUCTION',
    depth: place.depth + 1,
    trigger: null,
    payload: { body: input },
    ...filesOfPayload(input, rootRunId),
  };
  if (!wait) {
    const runId = await run.transaction(`@start/${name}`, async (tx) =>
      orderFlowRun(tx, (await flowRepository.find(tx.db, flowId))?.settings ?? {}, start),
    );
    return run.step(name, () => ({ runId }), options) as Promise<JsonValue>;
  }
  await run.step(beginEntryFor(name), () => ({ kind: 'run-flow', flowId }), options);
  const { type, start: ordered } = flowStart((await readFlow())?.settings ?? {}, start);
  const ended = await run.child(childEntryFor(name), type, ordered.input, ordered).catch(asFailure);
  if ('failure' in ended) return failStep(run, name, ended.failure);
  return run.step(name, () => ended.output, options) as Promise<JsonValue>;
};

const sleep = async (
  { run }: Execution,
  { name, options }: ControlStep,
  plan: PlanOf<'sleep'> | PlanOf<'sleep-until'>,
): Promise<JsonValue> => {
  await run.step(beginEntryFor(name), () => ({ kind: 'sleep' }), options);
  if (plan.kind === 'sleep') await run.sleep(`@sleep/${name}`, plan.ms);
  else await run.sleepUntil(`@sleep/${name}`, new Date(plan.at));
  return run.step(name, () => null, options);
};

const stop = async (
  { run }: Execution,
  { name, options }: ControlStep,
  { failed, message }: PlanOf<'stop'>,
): Promise<never> => {
  await run.step(
    name,
    () => {
      if (failed)
        throw new StepFailure('flows.stopped', message === '' ? 'A step stopped the flow.' : message);
      return { message };
    },
    options,
  );
  throw new FlowStopped();
};

/** Carries out the plan of a control action. */
export const runControl = async (execution: Execution, control: ControlStep): Promise<JsonValue> => {
  const { run } = execution;
  const { name, input, options, action } = control;
  let plan: ControlPlan;
  try {
    plan = action.plan(await input());
  } catch (error) {
    return run.step(name, () => Promise.reject(error), options);
  }
  switch (plan.kind) {
    case 'sleep':
    case 'sleep-until':
      return sleep(execution, control, plan);
    case 'wait-webhook':
      return waitForCall(execution, control, plan);
    case 'approval':
      return askForApproval(execution, control, plan);
    case 'respond':
      return respond(execution, control, plan);
    case 'run-flow':
      return startFlow(execution, control, plan);
    case 'output':
      execution.output = plan.value;
      return run.step(name, () => execution.output ?? null, options);
    case 'stop':
      return stop(execution, control, plan);
  }
};
