import { estimateTokens } from '@atelier/models';
import { createEmbeddingModel, type EmbeddingPurpose } from '@atelier/models/embedding';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { findModel } from '../catalogue.ts';
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
