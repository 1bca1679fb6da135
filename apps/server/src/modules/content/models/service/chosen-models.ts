import type { ModelType } from '@atelier/contracts/content/models';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { defaultModelId, embeddedModelId, findModel } from '../catalogue.ts';
import { modelRepository } from '../repository.ts';
import { loadCatalogue } from './load-catalogue.ts';

/** Returns `modelId`, or for null the id of the tenant's default model of this type; null when the tenant has no such model. */
export const findModelId = async (
  ctx: Ctx,
  type: ModelType,
  modelId: string | null,
): Promise<string | null> => {
  const catalogue = await loadCatalogue(ctx);
  const wanted = modelId ?? defaultModelId(catalogue, type);
  if (wanted === embeddedModelId) return type === 'CHAT' ? wanted : null;
  return wanted !== undefined && findModel(catalogue, type, wanted) ? wanted : null;
};

interface ChatModelChoice {
  modelId: string;
  /** The provider's name for the model, and the provider. */
  model: string;
  provider: string;
}

/** Lists the chat models of the tenant's providers, its own first, without the built-in model, which only quotes. */
export const listChatModels = async (ctx: Ctx): Promise<ChatModelChoice[]> =>
  (await loadCatalogue(ctx)).providers.flatMap(({ providerId, name, models }) =>
    models.CHAT.map((model) => ({ modelId: `${providerId}/${model}`, model, provider: name })),
  );

/** Makes a model the tenant's default. Throws `models.not_found`. */
export const setDefaultModel = async (
  ctx: Ctx,
  choice: { type: ModelType; modelId: string },
): Promise<void> => {
  const catalogue = await loadCatalogue(ctx);
  const exists =
    findModel(catalogue, choice.type, choice.modelId) ||
    (choice.type === 'CHAT' && choice.modelId === embeddedModelId);
  if (!exists) fail('models.not_found');
  await ctx.tx(async (tx) => {
    await modelRepository.setDefault(tx.db, choice.type, choice.modelId);
    await tx.audit('models.default_changed', choice.modelId, { type: choice.type });
  });
};
