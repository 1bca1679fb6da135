import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { openConnection, outboundIo } from '../../../content/connections/index.ts';
import type { CompiledPiece } from './compile-flow.ts';
import { type Execution, optionsOf } from './execution.ts';
import { beginningOf } from './journal-names.ts';
import { platformOf } from './platform.ts';
import { runControl } from './run-control.ts';
import { isHeavy, runPure } from './run-pure.ts';
import { shownInput, stepInput } from './step-input.ts';

/** Runs the action of a piece. */
export const runPiece = async (
  execution: Execution,
  step: CompiledPiece,
  path: string,
): Promise<JsonValue> => {
  const { run, scope, place } = execution;
  const { action } = step;
  const name = `${path}${step.name}`;
  const input = stepInput(step, scope);
  if (action.kind === 'pure') {
    const read = () => (isHeavy(input.resolved()) ? input.resolved() : input.values());
    const work = () => runPure(run.ctx, step, { input, signal: run.signal });
    return run.step(name, work, optionsOf(step, shownInput(step, read))) as Promise<JsonValue>;
  }
  const options = optionsOf(step, shownInput(step, input.values));
  if (action.kind === 'control')
    return runControl(execution, { step, name, input: input.values, options, action });
  // In a test, somebody watches: the step is shown while it is under way.
  if (place.environment === 'TESTING') await run.step(beginningOf(name), () => ({ kind: 'outward' }));
  const { ctx } = run;
  return run.outward(name, { ...options, repeat: action.repeat }, async ({ key, signal, spend }) => {
    const connection =
      step.connectionId === undefined ? undefined : (await openConnection(ctx, step.connectionId)).values;
    return action.run({
      input: input.values(),
      ...(connection && { connection }),
      key,
      signal,
      io: outboundIo(ctx.services.outbound),
      platform: platformOf(ctx, { flowId: place.flowId, spend }),
    });
  }) as Promise<JsonValue>;
};
