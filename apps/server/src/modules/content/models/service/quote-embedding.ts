import type { Ctx } from '../../../../kernel/context/context.ts';
import { microPerCredit } from '../../../money/billing/index.ts';
import { findModel } from '../catalogue.ts';
import { costOf, priceOf } from '../price.ts';
import { loadCatalogue } from './load-catalogue.ts';

/** Credits that embedding so many tokens will cost, at list price; 0 with a model that is not there any more. */
export const quoteEmbedding = async (ctx: Ctx, modelId: string, tokens: number): Promise<number> => {
  const found = findModel(await loadCatalogue(ctx), 'EMBEDDING', modelId);
  if (!found) return 0;
  const usage = { inputTokens: tokens, outputTokens: 0 };
  return costOf(priceOf(found.provider.kind, found.model), usage) / microPerCredit;
};
