import { type ChatModel, createChatModel } from '@atelier/models';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { type Catalogue, defaultModelId, embeddedModelId, findModel } from '../catalogue.ts';
import { ownAnswer } from '../computations.ts';
import { freeOfCharge, type Price, priceOf } from '../price.ts';
import { loadCatalogue } from './load-catalogue.ts';
import { fetchFor } from './providers/outbound-to.ts';

/** A chat model that is ready to be asked. */
export interface ResolvedChatModel {
  modelId: string;
  model: ChatModel;
  /** The embedded model that quotes instead of writing. */
  extractive: boolean;
  price: Price;
}

const embedded = (ctx: Ctx): ResolvedChatModel => ({
  modelId: embeddedModelId,
  model: createChatModel(
    { kind: 'extractive' },
    {
      fetch: ctx.services.outbound.fetch,
      modelId: embeddedModelId,
      extractiveReply: (request, signal) =>
        ctx.services.compute.run(ownAnswer, request, { tenantId: ctx.tenantId, signal }),
    },
  ),
  extractive: true,
  price: freeOfCharge,
});

const ready = (
  ctx: Ctx,
  { provider, model }: NonNullable<ReturnType<typeof findModel>>,
): ResolvedChatModel => ({
  modelId: `${provider.providerId}/${model}`,
  model: createChatModel(provider.config(), { fetch: fetchFor(ctx, provider), modelId: model }),
  extractive: false,
  price: priceOf(provider.kind, model),
});

const pick = (catalogue: Catalogue, modelId: string | null) => {
  const wanted = modelId ?? defaultModelId(catalogue, 'CHAT');
  // A model whose provider was removed falls back to the default rather than breaking the app's link.
  const fallback = defaultModelId(catalogue, 'CHAT');
  return wanted === embeddedModelId
    ? undefined
    : ((wanted && findModel(catalogue, 'CHAT', wanted)) ??
        (fallback ? findModel(catalogue, 'CHAT', fallback) : undefined));
};

/** The model of `modelId`, the tenant's default for null, and the embedded one where there is no provider. */
export const resolveChatModel = async (ctx: Ctx, modelId: string | null): Promise<ResolvedChatModel> => {
  if (modelId === embeddedModelId) return embedded(ctx);
  const found = pick(await loadCatalogue(ctx), modelId);
  return found ? ready(ctx, found) : embedded(ctx);
};

/** The tenant's model that sees pictures; undefined where there is none. */
export const findVisionModel = async (ctx: Ctx): Promise<ResolvedChatModel | undefined> => {
  const catalogue = await loadCatalogue(ctx);
  const modelId = defaultModelId(catalogue, 'VISION');
  const found = modelId === undefined ? undefined : findModel(catalogue, 'VISION', modelId);
  return found && ready(ctx, found);
};
