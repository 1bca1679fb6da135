import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { Limits } from '@atelier/contracts/kernel/limits';
import { PieceError } from '@atelier/pieces';
import { defineRunType } from '../../../../kernel/runs/index.ts';
import {
  buildStartingRules,
  findConnectionLimits,
  openConnection,
  outboundIo,
} from '../../../content/connections/index.ts';
import { liveAnswers, type Show } from './caller.ts';
import type { CompiledPiece } from './compile-flow.ts';
import { computeValue } from './computing/compute-value.ts';
import { buildStepOptions, type Execution, fileOwner, forComputing } from './execution.ts';
import { withFileTexts } from './files/file-texts.ts';
import { createPieceFiles } from './files/platform-files.ts';
import { flowBranchType } from './flow-run-type.ts';
import { beginEntryFor } from './journal-names.ts';
import { runKeys } from './key/run-keys.ts';
import { createPlatform } from './platform.ts';
import { runControl } from './run-control.ts';
import { checkedInput, runPure, toShownInput } from './run-pure.ts';
import { type StepInput, shownInput, stepInput } from './step-input.ts';
import { runTask } from './tasks/run-task.ts';

/** A step whose input cannot be computed fails with the reason when it runs. */
const inputOf = (input: StepInput): Promise<JsonValue> => input.resolved().catch(() => ({}));

/**
 * Runs a step whose connection has limits as a run of its own, which waits for its turn. The limits are recorded, because they may change
 * meanwhile. Returns undefined where there are none.
 */
const runLimited = async (
  execution: Execution,
  step: CompiledPiece,
  { path, input }: { path: string; input: StepInput },
): Promise<{ value: JsonValue } | undefined> => {
  const { run, place, rootRunId, scope } = execution;
  const { connectionId } = step;
  if (connectionId === undefined || execution.isAdmitted) return undefined;
  const name = `${path}${step.name}`;
  const recorded = await run.step(`@limits/${name}`, () => findConnectionLimits(run.ctx, connectionId));
  if (recorded === null) return undefined;
  await run.step(beginEntryFor(name), () => ({ kind: 'limit' }));
  const starting = buildStartingRules(Limits.parse(recorded), { connectionId, input: await inputOf(input) });
  const read = [...scope].filter(([each]) => step.reads.has(each));
  const { results } = await run.child(
    `@limited/${name}`,
    defineRunType({ ...flowBranchType, starting }),
    { ...place, rootRunId, step: step.name, branch: null, path, scope: Object.fromEntries(read) },
    { subjectId: place.flowId, scopeId: place.flowId },
  );
  const value = results[step.name] ?? null;
  return { value };
};

interface Replacement {
  text: string;
  by: string;
}

const replaceIn = (value: JsonValue, replacement: Replacement): JsonValue => {
  if (typeof value === 'string') return value.replaceAll(replacement.text, () => replacement.by);
  if (Array.isArray(value)) return value.map((item) => replaceIn(item, replacement));
  return isObject(value) ? replaceInAll(value, replacement) : value;
};

const replaceInAll = (values: FieldValues, replacement: Replacement): FieldValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name.replaceAll(replacement.text, () => replacement.by),
      replaceIn(value, replacement),
    ]),
  );

/** Leaves out the cause, which is logged and could quote the request. */
const withoutKey = (error: unknown, { text, by }: Replacement): unknown =>
  error instanceof PieceError
    ? new PieceError(
        error.code,
        error.message.replaceAll(text, () => by),
        { retryable: error.retryable },
      )
    : error;

/**
 * Calls `work` with an input in which the name of the run's key has become the key, where the action sends it. What comes back has the name
 * again, so that the journal, which people read, never has the key.
 */
const sendKey = async (
  { run, place, rootRunId }: Execution,
  { action }: CompiledPiece,
  input: FieldValues,
  work: (input: FieldValues) => Promise<JsonValue>,
): Promise<JsonValue> => {
  if (!place.key || action.kind !== 'outward' || !action.sendsRunKey) return work(input);
  const { name } = place.key;
  const key = run.ctx.use(runKeys).make({ tenantId: run.ctx.tenantId, runId: rootRunId });
  const hidden = { text: key, by: name };
  try {
    return replaceIn(await work(replaceInAll(input, { text: name, by: key })), hidden);
  } catch (error) {
    throw withoutKey(error, hidden);
  }
};

/** Returns where the text of a step goes that writes the answer of a chat. */
const findReader = ({ run, place, flow }: Execution, step: CompiledPiece, path: string): Show | undefined =>
  place.chat && path === '' && flow.writer === step.name
    ? run.ctx.use(liveAnswers).find(place.chat.queryId)
    : undefined;

/** Runs the action of a piece. */
export const runPiece = async (
  execution: Execution,
  step: CompiledPiece,
  path: string,
): Promise<JsonValue> => {
  const { run, place, rootRunId } = execution;
  const { action } = step;
  const name = `${path}${step.name}`;
  const owner = fileOwner(execution);
  const input = stepInput(step, () => computeValue(run.ctx, step.input, forComputing(execution)));
  const options = buildStepOptions(
    step,
    shownInput(step, () => toShownInput(step, input)),
  );
  const { onWaits } = forComputing(execution);
  const given = { input, signal: run.signal, onWaits };
  if (action.kind === 'pure') {
    const files = createPieceFiles(run.ctx, owner);
    const work = () => runPure(run.ctx, step, { ...given, files, largeOf: owner });
    return run.step(name, work, options) as Promise<JsonValue>;
  }
  if (action.kind === 'control')
    return runControl(execution, {
      ...{ step, name, options, action },
      input: () => checkedInput(run.ctx, step, given),
    });
  const checked = () => checkedInput(run.ctx, step, { ...given, largeOf: owner });
  if (action.kind === 'task') return runTask(execution, { name, input: checked, options, action });
  const limited = await runLimited(execution, step, { path, input });
  if (limited) return limited.value;
  // In a test, somebody watches: the step is shown while it is under way.
  if (place.environment === 'TESTING') await run.step(beginEntryFor(name), () => ({ kind: 'outward' }));
  // The costs are those of the step, which adds them to the run.
  const withoutRun = run.ctx.inTenant(run.ctx.tenantId, run.ctx.actor);
  let attempt = 0;
  return run.outward(name, { ...options, repeat: action.repeat }, async ({ key, signal, spend, charges }) => {
    const ctx = withoutRun.within({ charges: charges() });
    const connection =
      step.connectionId === undefined ? undefined : (await openConnection(ctx, step.connectionId)).values;
    attempt += 1;
    const platform = createPlatform(ctx, {
      flowId: place.flowId,
      runId: rootRunId,
      spend,
      appId: place.chat?.appId,
      depth: place.depth,
      // Another attempt would repeat what the reader has seen already.
      show: attempt === 1 ? findReader(execution, step, path) : undefined,
    });
    const completed = await withFileTexts(step, input, { files: platform.files, signal });
    const io = outboundIo(ctx.services.outbound);
    const call = { ...(connection && { connection }), key, signal, io, platform };
    const values = await checkedInput(ctx, step, { input: completed, signal, largeOf: owner });
    return sendKey(execution, step, values, (sent) => action.run({ ...call, input: sent }));
  }) as Promise<JsonValue>;
};
