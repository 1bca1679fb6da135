import { estimateTokens, type Reranked, rerankPassages } from '@atelier/models';
import type { Ctx } from '../../../kernel/context.ts';
import { fail } from '../../../kernel/errors.ts';
import { holdCredits, settleHold, type Work } from '../../billing/index.ts';
import { type CatalogueProvider, defaultModelId } from '../catalogue.ts';
import { modelFailure } from '../model-failure.ts';
import { costOf, priceOf } from '../price.ts';
import { loadCatalogue } from './load-catalogue.ts';
import { fetchFor } from './resolve-chat-model.ts';

export interface RerankOrder {
  /** `<provider>/<the provider's name of the rerank model>` */
  modelId: string;
  query: string;
  texts: readonly string[];
  reference: string;
  appId?: string | undefined;
  knowledgeBaseId?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** The model that reranks where nobody chose another; undefined where there is none. */
export const findRerankModel = async (ctx: Ctx): Promise<string | undefined> =>
  defaultModelId(await loadCatalogue(ctx), 'RERANK');

/** Also one that its provider does not list: settings that name it by hand go on to hold. */
const findProvider = async (ctx: Ctx, modelId: string) => {
  const { providers } = await loadCatalogue(ctx);
  const provider = providers.find(({ providerId }) => modelId.startsWith(`${providerId}/`));
  return provider && { provider, model: modelId.slice(provider.providerId.length + 1) };
};

const call = async (
  ctx: Ctx,
  { provider, model }: { provider: CatalogueProvider; model: string },
  { query, texts, signal }: RerankOrder,
): Promise<Reranked> => {
  const deps = { fetch: fetchFor(ctx, provider), modelId: model };
  const startedAt = performance.now();
  let inputTokens = 0;
  let outcome: 'completed' | 'failed' = 'failed';
  try {
    const reranked = await rerankPassages(provider.config(), deps, { query, texts, signal });
    inputTokens = reranked.usage.inputTokens;
    outcome = 'completed';
    return reranked;
  } catch (error) {
    throw modelFailure(error);
  } finally {
    ctx.services.metrics.observeModelCall({
      provider: provider.kind,
      model,
      operation: 'rerank',
      outcome,
      seconds: (performance.now() - startedAt) / 1000,
      inputTokens,
      outputTokens: 0,
    });
  }
};

/**
 * One score for each text, the higher the better. Credits are held before the call and settled with its real usage.
 * Throws `models.not_found`, `billing.credits_too_low` and the upstream failures.
 */
export const rerankTexts = async (ctx: Ctx, order: RerankOrder): Promise<number[]> => {
  const found = (await findProvider(ctx, order.modelId)) ?? fail('models.not_found');
  const price = priceOf(found.provider.kind, found.model);
  const expected = order.texts.reduce(
    (sum, text) => sum + estimateTokens(text) + estimateTokens(order.query),
    0,
  );
  const amount = costOf(price, { inputTokens: expected, outputTokens: 0 });
  const work: Work = {
    kind: 'OTHER',
    reference: order.reference,
    appId: order.appId ?? null,
    knowledgeBaseId: order.knowledgeBaseId ?? null,
    modelId: order.modelId,
  };
  const holdId = await ctx.tx((tx) => holdCredits(tx, { ...work, amount }));
  let inputTokens = 0;
  try {
    const { scores, usage } = await call(ctx, found, order);
    inputTokens = usage.inputTokens;
    return scores;
  } finally {
    const cost = costOf(price, { inputTokens, outputTokens: 0 });
    await ctx.tx((tx) => settleHold(tx, { ...work, holdId, cost, inputTokens }));
  }
};
