import type { JsonValue } from '@atelier/contracts/fields/field-values';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import type { PieceAction } from '@atelier/pieces';
import { findUserId } from '../../../../../kernel/context/actor.ts';
import { type TaskOrder, taskHandlerFor } from '../../extension-points.ts';
import { asOwner } from '../../flow-drafts.ts';
import { type buildStepOptions, type Execution, failStep } from '../execution.ts';
import { explainStep, StepFailure, stepFailure } from '../failures.ts';
import { isCited } from '../flow-run-type.ts';
import { beginEntryFor, childEntryFor } from '../journal-names.ts';

interface TaskStep {
  /** Its name in the journal. */
  name: string;
  input: () => Promise<FieldValues>;
  options: ReturnType<typeof buildStepOptions>;
  action: Extract<PieceAction, { kind: 'task' }>;
}

/** The most runs of flows and agents that start each other in a row. */
const mostDepth = 10;

/** The record of a task before it is handed over: the input with which the run begins, or the reason why it does not. */
type Prepared = { order: TaskOrder; input: JsonValue } | { code: string; message: string };

const prepare = async (
  { run, place }: Execution,
  { input, action }: TaskStep,
): Promise<Extract<Prepared, { order: TaskOrder }>> => {
  const { ctx } = run;
  const order: TaskOrder = {
    ...action.plan(await input()),
    depth: place.depth + 1,
    appId: place.chat?.appId,
    cites: isCited(place),
    userId: findUserId(ctx),
  };
  const owner = await asOwner(ctx, place.flowId);
  return { order, input: await taskHandlerFor(ctx, order.taker).prepare(owner, order) };
};

const asReason = (error: unknown): Prepared => {
  const explained = explainStep(error);
  if (!explained) throw error;
  return { code: explained.code, message: explained.message };
};

const asFailure = (failure: unknown) => ({ failure });

/** Hands a task over, and waits for the answer. The task is recorded, because the flow or the agent may change meanwhile. */
export const runTask = async (execution: Execution, step: TaskStep): Promise<JsonValue> => {
  const { run, place } = execution;
  const { name, options } = step;
  if (place.depth >= mostDepth) return failStep(run, name, stepFailure('flows.too_deep'));
  const prepared = (await run.step(`@task/${name}`, () =>
    prepare(execution, step).catch(asReason),
  )) as Prepared;
  if ('code' in prepared) return failStep(run, name, new StepFailure(prepared.code, prepared.message));
  const { taker, id } = prepared.order;
  await run.step(beginEntryFor(name), () => ({ kind: 'task', taker, id }), options);
  const ended = await taskHandlerFor(run.ctx, taker)
    .hand(run, childEntryFor(name), prepared.input)
    .then((value) => ({ value }), asFailure);
  if ('failure' in ended) return failStep(run, name, ended.failure);
  return run.step(name, () => ended.value, options) as Promise<JsonValue>;
};
