import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { openConnection, outboundIo } from '../../../content/connections/index.ts';
import { liveAnswers, type Show } from './chat/live-answers.ts';
import type { CompiledPiece } from './compile-flow.ts';
import { computeValue } from './computing/compute-value.ts';
import { type Execution, fileOwner, forComputing, optionsOf } from './execution.ts';
import { withFileTexts } from './files/file-texts.ts';
import { filesOf } from './files/platform-files.ts';
import { beginningOf } from './journal-names.ts';
import { sendKey } from './key/send-key.ts';
import { runLimited } from './limits/run-limited.ts';
import { platformOf } from './platform.ts';
import { runControl } from './run-control.ts';
import { checkedInput, runPure, shownOf } from './run-pure.ts';
import { shownInput, stepInput } from './step-input.ts';
import { runTask } from './tasks/run-task.ts';

/** Returns where the text of a step goes that writes the answer of a chat. */
const readerOf = ({ run, place, flow }: Execution, step: CompiledPiece, path: string): Show | undefined =>
  place.chat && path === '' && flow.writer === step.name
    ? run.ctx.use(liveAnswers).readerOf(place.chat.queryId)
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
  const options = optionsOf(
    step,
    shownInput(step, () => shownOf(step, input)),
  );
  const { onWaits } = forComputing(execution);
  const given = { input, signal: run.signal, onWaits };
  if (action.kind === 'pure') {
    const files = filesOf(run.ctx, owner);
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
  if (place.environment === 'TESTING') await run.step(beginningOf(name), () => ({ kind: 'outward' }));
  // The costs are those of the step, which adds them to the run.
  const withoutRun = run.ctx.inTenant(run.ctx.tenantId, run.ctx.actor);
  let attempt = 0;
  return run.outward(name, { ...options, repeat: action.repeat }, async ({ key, signal, spend, charges }) => {
    const ctx = withoutRun.within({ charges: charges() });
    const connection =
      step.connectionId === undefined ? undefined : (await openConnection(ctx, step.connectionId)).values;
    attempt += 1;
    const platform = platformOf(ctx, {
      flowId: place.flowId,
      runId: rootRunId,
      spend,
      appId: place.chat?.appId,
      depth: place.depth,
      // Another attempt would repeat what the reader has seen already.
      show: attempt === 1 ? readerOf(execution, step, path) : undefined,
    });
    const completed = await withFileTexts(step, input, { files: platform.files, signal });
    const io = outboundIo(ctx.services.outbound);
    const call = { ...(connection && { connection }), key, signal, io, platform };
    const values = await checkedInput(ctx, step, { input: completed, signal, largeOf: owner });
    return sendKey(execution, step, values, (sent) => action.run({ ...call, input: sent }));
  }) as Promise<JsonValue>;
};
