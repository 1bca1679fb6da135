import { estimateTokens } from '@atelier/models';
import { rerankChunks } from '@atelier/models/rerank';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { callByTokens } from './call-by-tokens.ts';
import { loadCatalogue } from './load-catalogue.ts';
import type { SpentOn } from './paid-call.ts';
import { fetchFor } from './providers/outbound-to.ts';

export interface RerankOrder extends SpentOn {
  /** `<provider>/<the provider's name of the rerank model>` */
  modelId: string;
  query: string;
  texts: readonly string[];
  signal?: AbortSignal | undefined;
}

/** A model that its provider does not list is accepted too, so that a name typed into the settings keeps working. */
const findProvider = async (ctx: Ctx, modelId: string) => {
  const { providers } = await loadCatalogue(ctx);
  const provider = providers.find(({ providerId }) => modelId.startsWith(`${providerId}/`));
  return provider && { provider, model: modelId.slice(provider.providerId.length + 1) };
};

/**
 * Returns one score for each text, higher being better, and charges the actual usage. Throws `models.not_found`,
 * `billing.credits_too_low` and the upstream failures.
 */
export const rerankTexts = async (
  ctx: Ctx,
  { modelId, query, texts, signal, ...spentOn }: RerankOrder,
): Promise<number[]> => {
  const { provider, model } = (await findProvider(ctx, modelId)) ?? fail('models.not_found');
  const expectedTokens = texts.reduce((sum, text) => sum + estimateTokens(text) + estimateTokens(query), 0);
  const call = { modelId, provider: provider.kind, model, operation: 'rerank' } as const;
  const deps = { fetch: fetchFor(ctx, provider), modelId: model };
  const { scores } = await callByTokens(ctx, { ...spentOn, ...call, kind: 'OTHER', expectedTokens }, () =>
    rerankChunks(provider.config(), deps, { query, texts, signal }),
  );
  return scores;
};
