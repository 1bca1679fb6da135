import type { SchemaCheck } from '@atelier/agents/schema';
import { AppError } from '../../../kernel/base/errors.ts';
import type { AnyCtx } from '../../../kernel/context/context.ts';
import { schemaCheck } from './computations.ts';

/**
 * Returns what in a value does not fit a schema, one sentence each. What cannot be found out in time counts as fitting, because whoever gets
 * the value checks it, too. Throws the reason of the signal alone.
 */
export const checkFit = async (
  ctx: AnyCtx,
  { schema, value }: SchemaCheck,
  signal?: AbortSignal,
): Promise<string[]> => {
  // As texts, they are copied quickly to another thread.
  const written = { schema: JSON.stringify(schema), value: JSON.stringify(value) ?? 'null' };
  try {
    return await ctx.services.compute.run(schemaCheck, written, { tenantId: ctx.tenantId, signal });
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof AppError) || error.code === 'compute.interrupted') throw error;
    ctx.log.warn({ code: error.code }, 'a value could not be checked by its schema');
    return [];
  }
};
