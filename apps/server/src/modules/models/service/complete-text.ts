import { type ChatRequest, estimateRequestTokens } from '@atelier/models';
import type { Ctx, TxCtx } from '../../../kernel/context.ts';
import { holdCredits, settleHold, type Work } from '../../billing/index.ts';
import { costOf } from '../price.ts';
import { askModel } from './ask-model.ts';
import type { ResolvedChatModel } from './resolve-chat-model.ts';

export interface CompletionOrder {
  request: ChatRequest;
  /** What the credits are spent on, for the ledger: `rerank`, `graph run_…`. */
  reference: string;
  appId?: string | undefined;
  knowledgeBaseId?: string | undefined;
  signal: AbortSignal;
  /** Told what the call cost, in micro-credits, in the transaction that charges it. */
  onCost?: (tx: TxCtx, cost: number) => Promise<void>;
}

/** A text that is written and not charged yet. */
export interface PaidText {
  text: string;
  /** Charges the call; belongs into the transaction that keeps the text. */
  settle: (tx: TxCtx) => Promise<void>;
}

/** What a reply may take when the request does not bound it. */
const usualReply = 1000;

/** The most that a call can cost, in micro-credits. */
export const mostOf = ({ price }: Pick<ResolvedChatModel, 'price'>, request: ChatRequest): number =>
  costOf(price, {
    inputTokens: estimateRequestTokens(request),
    outputTokens: request.maxTokens ?? usualReply,
  });

/**
 * Asks a model for one whole text, to be charged together with what becomes of it. Credits are held before the call; one
 * that fails is charged here with what it used. Throws `billing.credits_too_low` and the upstream failures.
 */
export const askForText = async (
  ctx: Ctx,
  resolved: ResolvedChatModel,
  { request, reference, appId, knowledgeBaseId, signal, onCost }: CompletionOrder,
): Promise<PaidText> => {
  const work: Work = {
    kind: 'OTHER',
    reference,
    appId: appId ?? null,
    knowledgeBaseId: knowledgeBaseId ?? null,
    modelId: resolved.modelId,
  };
  const holdId = await ctx.tx((tx) => holdCredits(tx, { ...work, amount: mostOf(resolved, request) }));
  let usage = { inputTokens: 0, outputTokens: 0 };
  const settle = async (tx: TxCtx) => {
    const cost = costOf(resolved.price, usage);
    await onCost?.(tx, cost);
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

/** As `askForText`, charged at once. */
export const completeText = async (
  ctx: Ctx,
  resolved: ResolvedChatModel,
  order: CompletionOrder,
): Promise<string> => {
  const { text, settle } = await askForText(ctx, resolved, order);
  await ctx.tx(settle);
  return text;
};
