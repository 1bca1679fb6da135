import type { Ctx } from '../../../../kernel/context/context.ts';
import { microPerCredit } from '../../../money/billing/index.ts';
import { findModel } from '../catalogue.ts';
import { costOf, priceOf } from '../price.ts';
import { loadCatalogue } from './load-catalogue.ts';

/** Returns the credits that embedding this many tokens will cost, at list price; 0 for a model that no longer exists. */
export const quoteEmbedding = async (ctx: Ctx, modelId: string, tokens: number): Promise<number> => {
  const found = findModel(await loadCatalogue(ctx), 'EMBEDDING', modelId);
  if (!found) return 0;
  const usage = { inputTokens: tokens, outputTokens: 0 };
  return costOf(priceOf(found.provider.kind, found.model), usage) / microPerCredit;
};
