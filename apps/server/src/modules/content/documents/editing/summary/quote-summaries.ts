import type { Ctx } from '../../../../../kernel/context/context.ts';
import { microPerCredit } from '../../../../money/billing/index.ts';
import { costOf, resolveChatModel } from '../../../models/index.ts';
import { summaryBudget } from './summary-budget.ts';

const charactersPerToken = 4;
/** The tokens that a model usually writes about one part, and about the whole. */
const usualReply = 250;

interface Summaries {
  documents: number;
  /** The total of all documents. */
  tokens: number;
  /** Null stands for the tenant's default. */
  languageModelId: string | null;
}

/** Returns the credits that summaries will cost, at list price; 0 without a chat model. */
export const quoteSummaries = async (
  ctx: Ctx,
  { documents, tokens, languageModelId }: Summaries,
): Promise<number> => {
  const { extractive, price } = await resolveChatModel(ctx, languageModelId);
  if (extractive || documents === 0) return 0;
  const partTokens = summaryBudget.partCharacters / charactersPerToken;
  const read = Math.min(tokens / documents, summaryBudget.parts * partTokens);
  const parts = Math.max(1, Math.ceil(read / partTokens));
  const calls = parts === 1 ? 1 : parts + 1;
  const inputTokens = Math.ceil(read) + (calls - 1) * usualReply;
  return (documents * costOf(price, { inputTokens, outputTokens: calls * usualReply })) / microPerCredit;
};
