import { createEmbeddingModel, type EmbeddingPurpose, estimateTokens } from '@atelier/models';
import type { Ctx } from '../../../kernel/context.ts';
import { fail } from '../../../kernel/errors.ts';
import { holdCredits, settleHold, type Work } from '../../billing/index.ts';
import { defaultModelId, findModel } from '../catalogue.ts';
import { modelFailure } from '../model-failure.ts';
import { costOf, priceOf } from '../price.ts';
import { loadCatalogue } from './load-catalogue.ts';
import { fetchFor } from './resolve-chat-model.ts';

export interface EmbedOrder {
  modelId: string;
  texts: string[];
  /** Passages unless said. */
  purpose?: EmbeddingPurpose;
  /** What the credits are spent on, for the ledger: `import imp_…`, `query`. */
  reference: string;
  /** What it belongs to, for the report of what credits were used for. */
  appId?: string | undefined;
  knowledgeBaseId?: string | undefined;
  signal?: AbortSignal;
}

/** The embedding model of `modelId`, the tenant's default for null, or null where there is none. */
export const findEmbeddingModel = async (
  ctx: Ctx,
  modelId: string | null,
): Promise<{ modelId: string } | null> => {
  const catalogue = await loadCatalogue(ctx);
  const wanted = modelId ?? defaultModelId(catalogue, 'EMBEDDING');
  return wanted && findModel(catalogue, 'EMBEDDING', wanted) ? { modelId: wanted } : null;
};

/**
 * Embeds texts, in their order. Credits are held before the call and settled with its real usage.
 * Throws `models.not_found`, `billing.credits_too_low` and the upstream failures.
 */
export const embedTexts = async (
  ctx: Ctx,
  order: EmbedOrder,
): Promise<{ vectors: Float32Array[]; modelId: string }> => {
  const found = findModel(await loadCatalogue(ctx), 'EMBEDDING', order.modelId) ?? fail('models.not_found');
  const model = createEmbeddingModel(found.provider.config(), {
    fetch: fetchFor(ctx, found.provider),
    modelId: found.model,
  });
  const price = priceOf(found.provider.kind, found.model);
  const expected = order.texts.reduce((sum, text) => sum + estimateTokens(text), 0);
  const amount = costOf(price, { inputTokens: expected, outputTokens: 0 });
  const work: Work = {
    kind: 'EMBEDDING',
    reference: order.reference,
    appId: order.appId ?? null,
    knowledgeBaseId: order.knowledgeBaseId ?? null,
    modelId: order.modelId,
  };
  const holdId = await ctx.tx((tx) => holdCredits(tx, { ...work, amount }));
  const settle = (inputTokens: number) =>
    ctx.tx((tx) =>
      settleHold(tx, {
        ...work,
        holdId,
        cost: costOf(price, { inputTokens, outputTokens: 0 }),
        inputTokens,
      }),
    );
  const startedAt = performance.now();
  const observe = (outcome: 'completed' | 'failed', inputTokens: number) => {
    const seconds = (performance.now() - startedAt) / 1000;
    ctx.services.metrics.observeModelCall({
      provider: model.kind,
      model: model.modelId,
      operation: 'embedding',
      outcome,
      seconds,
      inputTokens,
      outputTokens: 0,
    });
  };
  try {
    const { vectors, usage } = await model.embed(order.texts, {
      signal: order.signal,
      purpose: order.purpose,
    });
    await settle(usage.inputTokens);
    observe('completed', usage.inputTokens);
    return { vectors, modelId: order.modelId };
  } catch (error) {
    await settle(0);
    observe('failed', 0);
    throw modelFailure(error);
  }
};
