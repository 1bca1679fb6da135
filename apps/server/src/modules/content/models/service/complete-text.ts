import {
  estimateRequestTokens,
  type ModelPart,
  type ModelReply,
  type ModelRequest,
  ReplyBuilder,
} from '@atelier/models';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { computeCost } from '../price.ts';
import { askModel } from './ask-model.ts';
import { toTokens } from './observing/observed-call.ts';
import { type Paid, paidCall, type SpentOn } from './paid-call.ts';
import type { ResolvedChatModel } from './resolve-chat-model.ts';

export interface CompletionOrder extends SpentOn {
  request: ModelRequest;
  signal: AbortSignal;
  /** Called with the cost of the call, in micro-credits, in the transaction that charges it. */
  onCost?: ((tx: TxCtx, cost: number) => Promise<void>) | undefined;
  /** Attempts of the call itself after the first one. */
  retries?: number | undefined;
  /** Called with each part of the reply as it arrives. */
  onPart?: ((part: ModelPart) => void) | undefined;
}

/** A generated text that has not been charged yet. */
export type PaidText = Paid<{ text: string }>;

/** The tokens assumed for a reply when the request sets no limit. */
const usualReply = 1000;

/** Returns the most that a call can cost, in micro-credits. */
export const computeMaxCost = ({ price }: Pick<ResolvedChatModel, 'price'>, request: ModelRequest): number =>
  computeCost(price, {
    inputTokens: estimateRequestTokens(request),
    outputTokens: request.maxOutputTokens ?? usualReply,
  });

/**
 * Asks a model, which is found in the transaction that holds the credits, for one complete reply. The caller charges it in the transaction
 * that stores the result. Throws `billing.credits_too_low`, the upstream failures and what `find` throws.
 */
export const askForText = (
  ctx: Ctx,
  find: (tx: TxCtx) => Promise<ResolvedChatModel>,
  { request, signal, retries, onPart, ...payment }: CompletionOrder,
): Promise<Paid<ModelReply>> => {
  const price = async (tx: TxCtx) => {
    const resolved = await find(tx);
    return { resolved, modelId: resolved.modelId, most: computeMaxCost(resolved, request) };
  };
  return paidCall(ctx, { ...payment, kind: 'OTHER', price, signal }, async ({ resolved }, use) => {
    const builder = new ReplyBuilder();
    for await (const part of askModel(ctx, resolved, request, { signal, retries })) {
      builder.take(part);
      onPart?.(part);
      if (part.type !== 'finish') continue;
      const tokens = toTokens(part.usage);
      use({ ...tokens, cost: computeCost(resolved.price, tokens) });
    }
    return builder.reply();
  });
};

/** Like `askForText`, but charges the call at once. */
export const completeText = async (
  ctx: Ctx,
  resolved: ResolvedChatModel,
  order: CompletionOrder,
): Promise<string> => {
  const { text, charge } = await askForText(ctx, () => Promise.resolve(resolved), order);
  await charge(ctx);
  return text;
};
