import type { Ctx } from '../../../../kernel/context/context.ts';
import { loadCatalogue } from './load-catalogue.ts';

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
