import type { Flow } from '@atelier/contracts/assistants/flows/flow-model';
import type { StepTest } from '@atelier/contracts/assistants/flows/flow-shapes';
import type { JsonValue } from '@atelier/contracts/fields/field-values';
import type { TaskPlan } from '@atelier/pieces';
import { fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { inTurn, openConnection, outboundIo } from '../../../content/connections/index.ts';
import { type CompiledPiece, compileFlow } from '../engine/compile-flow.ts';
import { computeValue } from '../engine/computing/compute-value.ts';
import type { Values } from '../engine/execution.ts';
import { explainStep } from '../engine/failures.ts';
import { withFileTexts } from '../engine/files/file-texts.ts';
import { createPlatform } from '../engine/platform.ts';
import { type CompiledCode, codeFailed, computeCode, whyCodeFailed } from '../engine/run-code.ts';
import { checkedInput, runPure, toShownInput } from '../engine/run-pure.ts';
import { type StepInput, shownInput, stepInput } from '../engine/step-input.ts';
import { taskHandlerFor } from '../extension-points.ts';
import { versionedFlows } from '../flow-drafts.ts';

interface Asked {
  stepName: string;
  /** The outputs of other steps, instead of their samples. */
  outputs: Record<string, JsonValue>;
  signal: AbortSignal;
}

const patienceMs = 60_000;
/** The longest that a test waits for the turn of its connection. */
const turnPatienceMs = 30_000;

const toSampleValues = ({ triggers, steps }: Flow): Values =>
  new Map(
    [...triggers, ...Object.values(steps)].map(({ name, sample }) => [name, (sample ?? null) as JsonValue]),
  );

/** Returns the step if it can be run alone: code, or the action of a piece that is not carried out by the engine. */
const findTestable = (flow: Flow, stepName: string): CompiledPiece | CompiledCode => {
  const step = Object.hasOwn(flow.steps, stepName) ? flow.steps[stepName] : undefined;
  if (!step) return fail('flows.step_not_found');
  if (step.type !== 'PIECE' && step.type !== 'CODE') return fail('flows.step_not_testable');
  const compiled = compileFlow({ ...flow, steps: { [stepName]: step } }).steps.get(stepName);
  const isAlone = compiled?.type === 'PIECE' && compiled.action.kind !== 'control';
  return isAlone || compiled?.type === 'CODE' ? compiled : fail('flows.step_not_testable');
};

/** Hands the task over with the access of whoever tests, without the flow. */
const tryTask = async (ctx: Ctx, plan: TaskPlan, signal: AbortSignal): Promise<JsonValue> => {
  const taker = taskHandlerFor(ctx, plan.taker);
  const userId = 'userId' in ctx.actor ? ctx.actor.userId : null;
  const prepared = await taker.prepare(ctx, { ...plan, depth: 0, appId: undefined, userId });
  return taker.try(ctx, prepared, signal);
};

const act = async (
  ctx: Ctx,
  step: CompiledPiece,
  { input, flowId, signal }: { input: StepInput; flowId: string; signal: AbortSignal },
): Promise<JsonValue> => {
  const { action, connectionId } = step;
  const platform = createPlatform(ctx, { flowId, spend: () => undefined });
  const { files } = platform;
  const largeOf = { flowId };
  if (action.kind === 'pure') return runPure(ctx, step, { input, files, largeOf, signal });
  if (action.kind === 'control') return fail('flows.step_not_testable');
  if (action.kind === 'task') {
    const checked = await checkedInput(ctx, step, { input, largeOf, signal });
    return tryTask(ctx, action.plan(checked), signal);
  }
  const opened = connectionId === undefined ? undefined : await openConnection(ctx, connectionId);
  const patient = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
  const given = await withFileTexts(step, input, { files, signal: patient });
  const checked = await checkedInput(ctx, step, { input: given, largeOf, signal: patient });
  const call = {
    input: checked,
    ...(opened && { connection: opened.values }),
    key: newId('tst'),
    signal: patient,
    io: outboundIo(ctx.services.outbound),
    platform,
  };
  const turn = { connectionId, input: checked, signal: patient, patienceMs: turnPatienceMs };
  return inTurn(ctx, turn, () => action.run(call));
};

type Tried = Omit<StepTest, 'ok' | 'durationMs'>;

/** Returns the failure of a step as a result. Throws any other failure again. */
const triedInVain = (failure: unknown, input: Tried['input']): Tried => {
  const explained = explainStep(failure);
  if (!explained) throw failure;
  return { input, output: null, error: { code: explained.code, message: explained.message }, logs: [] };
};

const testPiece = async (
  ctx: Ctx,
  step: CompiledPiece,
  { scope, ...place }: { scope: Values; flowId: string; signal: AbortSignal },
): Promise<Tried> => {
  const { signal, flowId } = place;
  const owner = { flowId };
  const input = stepInput(step, () => computeValue(ctx, step.input, { scope, owner, signal }));
  const shown = shownInput(step, () => toShownInput(step, input));
  return act(ctx, step, { ...place, input }).then(
    async (output) => ({ input: await shown(), output, error: null, logs: [] }),
    async (failure: unknown) => triedInVain(failure, await shown()),
  );
};

const testCode = async (
  ctx: Ctx,
  step: CompiledCode,
  { scope, flowId, signal }: { scope: Values; flowId: string; signal: AbortSignal },
): Promise<Tried> => {
  const owner = { flowId };
  const input = await computeValue(ctx, step.input, { scope, owner, signal });
  const outcome = await computeCode(ctx, { code: step.code, input, owner }, signal);
  const { logs } = outcome;
  if (outcome.failure === undefined) return { input, output: outcome.output, error: null, logs };
  return { input, output: null, error: { code: codeFailed, message: whyCodeFailed(outcome) }, logs };
};

/**
 * Runs one step of the newest version on samples. A failure of the step is a result. Throws `flows.not_found`, `flows.step_not_found` and
 * `flows.step_not_testable`.
 */
export const testStep = async (
  ctx: Ctx,
  flowId: string,
  { stepName, outputs, signal }: Asked,
): Promise<StepTest> => {
  const { content } = await ctx.tx(async (tx) => {
    const { newestVersionId } = await versionedFlows.find(tx, flowId);
    return (await versionedFlows.findVersion(tx, flowId, newestVersionId)).row;
  });
  const step = findTestable(content, stepName);
  const scope: Values = new Map([...toSampleValues(content), ...Object.entries(outputs)]);
  const startedAt = performance.now();
  const result =
    step.type === 'CODE'
      ? await testCode(ctx, step, { scope, flowId, signal }).catch((failure: unknown) =>
          triedInVain(failure, null),
        )
      : await testPiece(ctx, step, { scope, flowId, signal });
  const durationMs = Math.round(performance.now() - startedAt);
  return { ...result, ok: result.error === null, durationMs };
};
