import type { SourceInput } from '@atelier/contracts/content/sources/source-shapes';
import type { FieldOption } from '@atelier/contracts/fields/fields';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { asDeclared } from '../failures.ts';
import { connectorIo, inSourceTurn, openInput } from './open-input.ts';

/** The time limit for a test or a list of options, for which a form waits. */
const patienceMs = 30_000;
const turnPatienceMs = 20_000;

const soon = (signal: AbortSignal): AbortSignal => AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);

const declared = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  work.catch((error: unknown) => {
    if (signal.aborted) return fail('sources.unreachable');
    throw asDeclared(error);
  });

/** Tests a source whose settings need not be saved. Throws what `openInput` throws, and the connector's failures. */
export const testSource = async (ctx: Ctx, source: SourceInput, caller: AbortSignal): Promise<string> => {
  const { connector, input } = await openInput(ctx, source);
  const signal = soon(caller);
  const test = () => connector.test(connectorIo(ctx, signal), input);
  return declared(inSourceTurn(ctx, source, { signal, patienceMs: turnPatienceMs }, test), signal);
};

/**
 * Reads the options of a field from the source. The settings may be incomplete, so they are not validated. Throws
 * `sources.no_options`, `sources.connection_missing`, and the connector's failures.
 */
export const listOptions = async (
  ctx: Ctx,
  source: SourceInput & { field: string },
  caller: AbortSignal,
): Promise<FieldOption[]> => {
  const { connector, input } = await openInput(ctx, source, { isHalf: true });
  if (!connector.options) return fail('sources.no_options');
  const signal = soon(caller);
  const read = async () => (await connector.options?.(connectorIo(ctx, signal), input, source.field)) ?? [];
  return declared(inSourceTurn(ctx, source, { signal, patienceMs: turnPatienceMs }, read), signal);
};
