import { promptOf } from '@atelier/models';
import { PieceError, type PiecePlatform } from '@atelier/pieces';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { completeText, listChatModels, resolveChatModel } from '../../../content/models/index.ts';
import type { Caller } from './caller.ts';
import { asStepFailure } from './failures.ts';

/** What pieces may ask of models, for the tenant of a flow. */
export const modelsOf = (
  ctx: Ctx,
  { flowId, spend, appId, show }: Caller,
): Pick<PiecePlatform, 'askModel' | 'listModels'> => ({
  listModels: async () =>
    (await listChatModels(ctx)).map(({ modelId, model, provider }) => ({
      value: modelId,
      label: model,
      description: provider,
    })),
  askModel: async ({ modelId, system, prompt, maxTokens, signal }) => {
    const resolved = await resolveChatModel(ctx, modelId ?? null);
    if (resolved.extractive)
      throw new PieceError(
        'pieces.not_found',
        'The company has no model that writes. Please add a provider under Models first.',
      );
    try {
      const text = await completeText(ctx, resolved, {
        request: {
          prompt: promptOf([{ role: 'user', content: prompt }], system),
          ...(maxTokens === undefined ? {} : { maxOutputTokens: maxTokens }),
        },
        reference: `flow ${flowId}`,
        appId,
        signal,
        onPart: show && ((part) => part.type === 'text-delta' && show({ type: 'text', text: part.delta })),
        onCost: (_tx, cost) => {
          spend(cost);
          return Promise.resolve();
        },
      });
      return { text, model: resolved.modelId };
    } catch (error) {
      throw asStepFailure(error);
    }
  },
});
