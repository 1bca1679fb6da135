import { type ModelPart, type ModelRequest, toProviderPrompt } from '@atelier/models';
import { PieceError, type PiecePlatform } from '@atelier/pieces';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { completeText, listChatModels, resolveChatModel } from '../../../content/models/index.ts';
import { checkFit } from '../check-fit.ts';
import type { Caller } from './caller.ts';
import { asStepFailure } from './failures.ts';

interface StepRequest {
  /** Without it, the tenant's default model. */
  modelId: string | undefined;
  request: ModelRequest;
  signal: AbortSignal;
  onPart?: ((part: ModelPart) => void) | undefined;
}

/** Asks a model for a step, and adds the cost to that of the run. Throws PieceError. */
export const askForStep = async (
  ctx: Ctx,
  { flowId, spend, appId }: Caller,
  { modelId, ...order }: StepRequest,
): ReturnType<PiecePlatform['askModel']> => {
  const resolved = await resolveChatModel(ctx, modelId ?? null);
  if (resolved.extractive)
    throw new PieceError(
      'pieces.not_found',
      'The company has no model that writes. Please add a provider under Models first.',
    );
  try {
    const text = await completeText(ctx, resolved, {
      ...order,
      ...{ reference: `flow ${flowId}`, appId },
      onCost: (_tx, cost) => {
        spend(cost);
        return Promise.resolve();
      },
    });
    return { text, model: resolved.modelId };
  } catch (error) {
    throw asStepFailure(error);
  }
};

/** Lets pieces ask models, for the tenant of a flow. */
export const createModelAccess = (
  ctx: Ctx,
  caller: Caller,
): Pick<PiecePlatform, 'askModel' | 'checkFit' | 'listModels'> => ({
  checkFit: (schema, value, signal) => checkFit(ctx, { schema, value }, signal),
  listModels: async () =>
    (await listChatModels(ctx)).map(({ modelId, model, provider }) => ({
      value: modelId,
      label: model,
      description: provider,
    })),
  askModel: ({ modelId, system, prompt, maxTokens, signal }) => {
    const { show } = caller;
    return askForStep(ctx, caller, {
      ...{ modelId, signal },
      request: {
        prompt: toProviderPrompt([{ role: 'user', content: prompt }], system),
        ...(maxTokens === undefined ? {} : { maxOutputTokens: maxTokens }),
      },
      onPart: show && ((part) => part.type === 'text-delta' && show({ type: 'text', text: part.delta })),
    });
  },
});
