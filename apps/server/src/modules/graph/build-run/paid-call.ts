import { type ChatRequest, estimateTokens } from '@atelier/models';
import type { Ctx, TxCtx } from '../../../kernel/context.ts';
import { holdCredits, settleHold, type Work } from '../../billing/index.ts';
import { askModel, costOf, type ResolvedChatModel } from '../../models/index.ts';
import { graphRepository } from '../repository/graphs.ts';

export interface PaidCall {
  text: string;
  /** Charges the call and books it to the graph; belongs into the transaction that keeps the answer. */
  settle: (tx: TxCtx) => Promise<void>;
}

export interface CallOrder {
  knowledgeBaseId: string;
  runId: string;
  resolved: ResolvedChatModel;
  request: ChatRequest;
  signal: AbortSignal;
}

/** The most that a call can cost, in micro-credits. */
export const mostOf = (
  { price }: ResolvedChatModel,
  { system = '', messages, maxTokens = 0 }: ChatRequest,
): number =>
  costOf(price, {
    inputTokens: messages.reduce((sum, { content }) => sum + estimateTokens(content), estimateTokens(system)),
    outputTokens: maxTokens,
  });

/**
 * Asks the model for a whole text. Credits are held before; a call that fails is settled here, one that succeeds by
 * whoever keeps its answer. Throws `billing.credits_too_low` and the upstream failures.
 */
export const callModel = async (ctx: Ctx, order: CallOrder): Promise<PaidCall> => {
  const { knowledgeBaseId, runId, resolved, request, signal } = order;
  const work: Work = {
    kind: 'OTHER',
    reference: `graph ${runId}`,
    knowledgeBaseId,
    modelId: resolved.modelId,
  };
  const holdId = await ctx.tx((tx) => holdCredits(tx, { ...work, amount: mostOf(resolved, request) }));
  let usage = { inputTokens: 0, outputTokens: 0 };
  const settle = async (tx: TxCtx) => {
    const cost = costOf(resolved.price, usage);
    await graphRepository.addSpent(tx.db, knowledgeBaseId, cost);
    await settleHold(tx, { ...work, ...usage, holdId, cost });
  };
  let text = '';
  try {
    for await (const event of askModel(ctx, resolved, request, signal)) {
      if (event.type === 'text') text += event.text;
      else usage = { inputTokens: event.usage.inputTokens, outputTokens: event.usage.outputTokens };
    }
  } catch (error) {
    await ctx.tx(settle);
    throw error;
  }
  return { text, settle };
};
