import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { openConnection, outboundIo } from '../../../content/connections/index.ts';
import type { CompiledPiece } from './compile-flow.ts';
import { type Execution, optionsOf, preparedInput, shownInput } from './execution.ts';
import { beginningOf } from './journal-names.ts';
import { platformOf } from './platform.ts';
import { runControl } from './run-control.ts';

/** Runs the action of a piece. */
export const runPiece = async (
  execution: Execution,
  step: CompiledPiece,
  path: string,
): Promise<JsonValue> => {
  const { run, scope, place } = execution;
  const { action } = step;
  const name = `${path}${step.name}`;
  const input = preparedInput(step, scope);
  const options = optionsOf(step, shownInput(step, input));
  if (action.kind === 'pure') return run.step(name, () => action.run(input()), options) as Promise<JsonValue>;
  if (action.kind === 'control') return runControl(execution, { step, name, input, options, action });
  // In a test, somebody watches: the step is shown while it is under way.
  if (place.environment === 'TESTING') await run.step(beginningOf(name), () => ({ kind: 'outward' }));
  const { ctx } = run;
  return run.outward(name, { ...options, repeat: action.repeat }, async ({ key, signal, spend }) => {
    const connection =
      step.connectionId === undefined ? undefined : (await openConnection(ctx, step.connectionId)).values;
    return action.run({
      input: input(),
      ...(connection && { connection }),
      key,
      signal,
      io: outboundIo(ctx.services.outbound),
      platform: platformOf(ctx, { flowId: place.flowId, spend }),
    });
  }) as Promise<JsonValue>;
};
