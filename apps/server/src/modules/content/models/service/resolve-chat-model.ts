import { type ChatModel, createChatModel } from '@atelier/models';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { type Catalogue, defaultModelId, embeddedModelId, findModel } from '../catalogue.ts';
import { ownAnswer } from '../computations.ts';
import { freeOfCharge, type Price, priceOf } from '../price.ts';
import { withProperties } from './catalogue/with-properties.ts';
import { compareSentences } from './compare-sentences.ts';
import { loadCatalogue, prepareCatalogue } from './load-catalogue.ts';
import { fetchFor } from './providers/outbound-to.ts';

/** A chat model that is ready to be called. */
export interface ResolvedChatModel {
  modelId: string;
  /** The name of the provider, as the company calls it. */
  providerName: string;
  model: ChatModel;
  /** True for the built-in model, which quotes instead of writing. */
  extractive: boolean;
  price: Price;
}

const embedded = (ctx: Ctx): ResolvedChatModel => ({
  modelId: embeddedModelId,
  providerName: 'This server',
  model: createChatModel(
    { kind: 'extractive' },
    {
      fetch: ctx.services.outbound.fetch,
      modelId: embeddedModelId,
      async extractiveReply(request, signal) {
        const likenesses = await compareSentences(ctx, request, signal);
        return ctx.services.compute.run(
          ownAnswer,
          { ...request, likenesses },
          { tenantId: ctx.tenantId, signal },
        );
      },
    },
  ),
  extractive: true,
  price: freeOfCharge,
});

const ready = (
  ctx: Ctx,
  type: 'CHAT' | 'VISION',
  { provider, model }: NonNullable<ReturnType<typeof findModel>>,
): ResolvedChatModel => ({
  modelId: `${provider.providerId}/${model}`,
  providerName: provider.name,
  model: withProperties(
    createChatModel(provider.config(), { fetch: fetchFor(ctx, provider), modelId: model }),
    provider.propertiesOf(type, model),
  ),
  extractive: false,
  price: priceOf(provider.kind, model),
});

const pick = (catalogue: Catalogue, modelId: string | null) => {
  const wanted = modelId ?? defaultModelId(catalogue, 'CHAT');
  // If the model's provider was removed, the default model is used, so that the app's link keeps working.
  const fallback = defaultModelId(catalogue, 'CHAT');
  return wanted === embeddedModelId
    ? undefined
    : ((wanted && findModel(catalogue, 'CHAT', wanted)) ??
        (fallback ? findModel(catalogue, 'CHAT', fallback) : undefined));
};

const resolve = (ctx: Ctx, catalogue: Catalogue, modelId: string | null): ResolvedChatModel => {
  const found = pick(catalogue, modelId);
  return found ? ready(ctx, 'CHAT', found) : embedded(ctx);
};

/** Returns the model of `modelId`, the tenant's default for null, or the built-in model when there is no provider. */
export const resolveChatModel = async (ctx: Ctx, modelId: string | null): Promise<ResolvedChatModel> =>
  modelId === embeddedModelId ? embedded(ctx) : resolve(ctx, await loadCatalogue(ctx), modelId);

/** Resolves chat models as `resolveChatModel` does, from data that one transaction has read. */
export type ChatModels = (tx: TxCtx) => Promise<(modelId: string | null) => ResolvedChatModel>;

/** Reads the data that is needed before the transaction in which a chat model is resolved. */
export const prepareChatModels = async (ctx: Ctx): Promise<ChatModels> => {
  const read = await prepareCatalogue(ctx);
  return async (tx) => {
    const catalogue = await read(tx);
    return (modelId) => resolve(ctx, catalogue, modelId);
  };
};

/** Returns the tenant's vision model, or undefined when there is none. */
export const findVisionModel = async (ctx: Ctx): Promise<ResolvedChatModel | undefined> => {
  const catalogue = await loadCatalogue(ctx);
  const modelId = defaultModelId(catalogue, 'VISION');
  const found = modelId === undefined ? undefined : findModel(catalogue, 'VISION', modelId);
  return found && ready(ctx, 'VISION', found);
};
