import { estimateTokens } from '@atelier/models';
import { createEmbeddingModel, type EmbeddingPurpose } from '@atelier/models/embedding';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { builtinEmbedder } from '../builtin/list-builtin.ts';
import { builtinKind, findModel } from '../catalogue.ts';
import type { Embedder } from '../embedder.ts';
import { callByTokensUnpaid } from './call-by-tokens.ts';
import { loadCatalogue } from './load-catalogue.ts';
import type { Paid, SpentOn } from './paid-call.ts';
import { fetchFor } from './providers/outbound-to.ts';

export interface EmbedOrder extends SpentOn {
  modelId: string;
  texts: string[];
  /** The default is to embed chunks. */
  purpose?: EmbeddingPurpose;
  signal?: AbortSignal;
}

type Vectors = { vectors: Float32Array[] };

/** The embedding model of a provider, as the provider calls it. */
export type FoundModel = NonNullable<ReturnType<typeof findModel>>;

export const createEmbedder = (ctx: Ctx, { provider, model }: FoundModel): Embedder =>
  provider.kind === builtinKind
    ? builtinEmbedder(ctx, model)
    : createEmbeddingModel(provider.config(), { fetch: fetchFor(ctx, provider), modelId: model });

export const embeddingCall = (modelId: string, { provider, model }: FoundModel) =>
  ({ modelId, provider: provider.kind, model, operation: 'embedding' }) as const;

/**
 * Returns the vectors of texts, in the same order; the caller charges them in the transaction that uses them. Throws
 * `models.not_found`, `billing.credits_too_low` and the upstream failures.
 */
export const embedTextsUnpaid = async (
  ctx: Ctx,
  { modelId, texts, purpose, signal, ...spentOn }: EmbedOrder,
): Promise<Paid<Vectors>> => {
  const found = findModel(await loadCatalogue(ctx), 'EMBEDDING', modelId) ?? fail('models.not_found');
  const expectedTokens = texts.reduce((sum, text) => sum + estimateTokens(text), 0);
  const call = { ...spentOn, ...embeddingCall(modelId, found), kind: 'EMBEDDING' as const, expectedTokens };
  return callByTokensUnpaid(ctx, call, () => createEmbedder(ctx, found).embed(texts, { signal, purpose }));
};
