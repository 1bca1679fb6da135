import { type ChatRequest, estimateTokens } from '@atelier/models';
import type { Ctx } from '../../../kernel/context.ts';
import { holdCredits, settleHold, type Work } from '../../billing/index.ts';
import { costOf } from '../price.ts';
import { askModel } from './ask-model.ts';
import type { ResolvedChatModel } from './resolve-chat-model.ts';

export interface CompletionOrder {
  request: ChatRequest;
  /** What the credits are spent on, for the ledger: `rerank`, `questions`. */
  reference: string;
  appId?: string | undefined;
  knowledgeBaseId?: string | undefined;
  signal: AbortSignal;
}

const tokensOf = ({ system = '', messages }: ChatRequest): number =>
  messages.reduce((sum, { content }) => sum + estimateTokens(content), estimateTokens(system));

/** What a reply may take when the request does not bound it. */
const usualReply = 1000;

/**
 * Asks a model for one whole text. Credits are held before the call and settled with its real usage.
 * Throws `billing.credits_too_low` and the upstream failures.
 */
export const completeText = async (
  ctx: Ctx,
  resolved: ResolvedChatModel,
  { request, reference, appId, knowledgeBaseId, signal }: CompletionOrder,
): Promise<string> => {
  const work: Work = {
    kind: 'OTHER',
    reference,
    appId: appId ?? null,
    knowledgeBaseId: knowledgeBaseId ?? null,
    modelId: resolved.modelId,
  };
  const expected = { inputTokens: tokensOf(request), outputTokens: request.maxTokens ?? usualReply };
  const amount = costOf(resolved.price, expected);
  const holdId = await ctx.tx((tx) => holdCredits(tx, { ...work, amount }));
  let usage = { inputTokens: 0, outputTokens: 0 };
  let text = '';
  try {
    for await (const event of askModel(ctx, resolved, request, signal)) {
      if (event.type === 'text') text += event.text;
      else usage = { inputTokens: event.usage.inputTokens, outputTokens: event.usage.outputTokens };
    }
    return text;
  } finally {
    const cost = costOf(resolved.price, usage);
    await ctx.tx((tx) => settleHold(tx, { ...work, ...usage, holdId, cost }));
  }
};
