import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { findModelId } from '../../../content/models/index.ts';

/**
 * Looks a chosen model up before the transaction. The returned function throws `apps.model_not_found` for a model that does not exist,
 * unless it is the present one: the default model answers in its place.
 */
export const prepareModelCheck = async (ctx: Ctx, modelId: string | null | undefined) => {
  const isKnown =
    modelId === undefined || modelId === null || (await findModelId(ctx, 'CHAT', modelId)) !== null;
  return (present: string | null): void => {
    if (!isKnown && modelId !== present) fail('apps.model_not_found');
  };
};
