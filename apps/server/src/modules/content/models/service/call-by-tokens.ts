import type { Ctx } from '../../../../kernel/context/context.ts';
import { computeCost, priceFor } from '../price.ts';
import type { Paid, Used } from './paid-call.ts';
import { callInOnePiece, type OnePieceCall } from './paid-call.ts';

interface TokenCall extends Omit<OnePieceCall, 'most'> {
  /** The estimated number of tokens that are sent, for the hold. */
  expectedTokens: number;
}

type Counted = { usage: { inputTokens: number } };

/** Returns the price of a number of tokens that are sent, in micro-credits. */
export const costOfTokens = (
  { provider, model }: Pick<TokenCall, 'provider' | 'model'>,
  inputTokens: number,
): number => computeCost(priceFor(provider, model), { inputTokens, outputTokens: 0 });

/** Returns the usage of an answer that is priced by the tokens sent. */
export const usedTokens =
  (call: Pick<TokenCall, 'provider' | 'model'>) =>
  ({ usage: { inputTokens } }: Counted): Used => ({ inputTokens, cost: costOfTokens(call, inputTokens) });

/** Makes a call that is priced by the tokens sent. The caller charges it in the transaction that uses the answer. */
export const callByTokensUnpaid = <T extends Counted>(
  ctx: Ctx,
  { expectedTokens, ...call }: TokenCall,
  send: () => Promise<T>,
): Promise<Paid<T>> =>
  callInOnePiece(
    ctx,
    { ...call, most: costOfTokens(call, expectedTokens) },
    { send, usedBy: usedTokens(call) },
  );

/** Makes a call that is priced by the tokens sent, and charges at once the number that the provider reports. */
export const callByTokens = async <T extends Counted>(
  ctx: Ctx,
  call: TokenCall,
  send: () => Promise<T>,
): Promise<T> => {
  const answer = await callByTokensUnpaid(ctx, call, send);
  await answer.charge(ctx);
  return answer;
};
