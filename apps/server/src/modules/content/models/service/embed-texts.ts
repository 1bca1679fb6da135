import { createEmbeddingModel, type EmbeddingPurpose, estimateTokens } from '@atelier/models';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { defaultModelId, findModel } from '../catalogue.ts';
import { callByTokens } from './call-by-tokens.ts';
import { loadCatalogue } from './load-catalogue.ts';
import type { SpentOn } from './paid-call.ts';
import { fetchFor } from './providers/outbound-to.ts';

export interface EmbedOrder extends SpentOn {
  modelId: string;
  texts: string[];
  /** Defaults to chunks. */
  purpose?: EmbeddingPurpose;
  signal?: AbortSignal;
}

/** Returns the embedding model of `modelId`, or the tenant's default for null; null when there is none. */
export const findEmbeddingModel = async (
  ctx: Ctx,
  modelId: string | null,
): Promise<{ modelId: string } | null> => {
  const catalogue = await loadCatalogue(ctx);
  const wanted = modelId ?? defaultModelId(catalogue, 'EMBEDDING');
  return wanted && findModel(catalogue, 'EMBEDDING', wanted) ? { modelId: wanted } : null;
};

/**
 * Returns the vectors of texts, in the same order, and charges the actual usage. Throws `models.not_found`,
 * `billing.credits_too_low` and the upstream failures.
 */
export const embedTexts = async (
  ctx: Ctx,
  { modelId, texts, purpose, signal, ...spentOn }: EmbedOrder,
): Promise<{ vectors: Float32Array[] }> => {
  const { provider, model } =
    findModel(await loadCatalogue(ctx), 'EMBEDDING', modelId) ?? fail('models.not_found');
  const embedder = createEmbeddingModel(provider.config(), {
    fetch: fetchFor(ctx, provider),
    modelId: model,
  });
  const expectedTokens = texts.reduce((sum, text) => sum + estimateTokens(text), 0);
  const call = { modelId, provider: provider.kind, model, operation: 'embedding' } as const;
  return callByTokens(ctx, { ...spentOn, ...call, kind: 'EMBEDDING', expectedTokens }, () =>
    embedder.embed(texts, { signal, purpose }),
  );
};
