import type { ModelProperties } from '@atelier/contracts/content/model-catalogue';
import { type ChatModel, createChatModel, type ModelRequest } from '@atelier/models';
import { type ExtractiveRequest, likenessModel } from '@atelier/models/extractive';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { builtinEmbedder } from '../builtin/list-builtin.ts';
import { builtinWeights } from '../builtin/weights.ts';
import { type Catalogue, defaultModelId, embeddedModelId, findModel } from '../catalogue.ts';
import { comparison, ownAnswer } from '../computations.ts';
import { freeOfCharge, type Price, priceFor } from '../price.ts';
import { loadCatalogue, type OfferedModels, readCatalogue } from './load-catalogue.ts';
import { fetchFor } from './providers/outbound-to.ts';

/** An answer waits no longer for its likenesses. The model takes a second to open, and an import may come before. */
const longestMs = 3_000;

const cosine = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

/**
 * Returns the likenesses of the sentences of a request to its question, by the embedding model of this server. Returns undefined where the
 * model is not there or too slow, or where no likeness is needed: then words alone decide.
 */
const compareSentences = async (
  ctx: Ctx,
  request: ExtractiveRequest,
  signal: AbortSignal | undefined,
): Promise<number[] | undefined> => {
  const ready = await ctx.use(builtinWeights).ready();
  if (!ready.some(({ model }) => model.id === likenessModel)) return undefined;
  const asker = { tenantId: ctx.tenantId, signal };
  const compared = await ctx.services.compute.run(comparison, request, asker);
  if (!compared) return undefined;
  const limit = AbortSignal.timeout(longestMs);
  try {
    const { vectors } = await builtinEmbedder(ctx, likenessModel).embed(
      [compared.question, ...compared.sentences],
      { purpose: 'QUESTION', signal: signal ? AbortSignal.any([signal, limit]) : limit },
    );
    const [question, ...sentences] = vectors;
    return question && sentences.map((sentence) => cosine(question, sentence));
  } catch (error) {
    if (!signal?.aborted)
      ctx.services.log.warn({ err: error }, 'an answer was chosen without comparing meanings');
    return undefined;
  }
};

const applied = ({ temperature, maxOutputTokens }: ModelProperties, request: ModelRequest): ModelRequest => ({
  ...request,
  ...(request.temperature === undefined && temperature !== null ? { temperature } : {}),
  ...(maxOutputTokens === null
    ? {}
    : { maxOutputTokens: Math.min(request.maxOutputTokens ?? maxOutputTokens, maxOutputTokens) }),
});

/** Returns the model as its properties say: with their temperature where a request has none, and with replies of at most their length. */
export const withProperties = (model: ChatModel, properties: ModelProperties): ChatModel =>
  properties.temperature === null && properties.maxOutputTokens === null
    ? model
    : {
        kind: model.kind,
        modelId: model.modelId,
        capabilities: model.capabilities,
        stream: (request, options) => model.stream(applied(properties, request), options),
      };

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
    provider.propertiesFor(type, model),
  ),
  extractive: false,
  price: priceFor(provider.kind, model),
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

/** Returns the model as `resolveChatModel` does, in a transaction. */
export const findChatModel = async (
  tx: TxCtx,
  offered: OfferedModels,
  modelId: string | null,
): Promise<ResolvedChatModel> => resolve(offered.ctx, await readCatalogue(tx, offered), modelId);

/** Returns the tenant's vision model, or undefined when there is none. */
export const findVisionModel = async (ctx: Ctx): Promise<ResolvedChatModel | undefined> => {
  const catalogue = await loadCatalogue(ctx);
  const modelId = defaultModelId(catalogue, 'VISION');
  const found = modelId === undefined ? undefined : findModel(catalogue, 'VISION', modelId);
  return found && ready(ctx, 'VISION', found);
};
