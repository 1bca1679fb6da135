import type { Ctx } from '../../../../kernel/context/context.ts';
import { costOf, priceOf } from '../price.ts';
import { callInOnePiece, type OnePieceCall } from './call-in-one-piece.ts';
import type { Paid } from './paid-call.ts';

interface TokenCall extends Omit<OnePieceCall, 'most'> {
  /** The estimated number of tokens that are sent, for the hold. */
  expectedTokens: number;
}

type Counted = { usage: { inputTokens: number } };

/** Makes a call that is priced by the tokens sent. The caller charges it in the transaction that uses the answer. */
export const callByTokensUnpaid = <T extends Counted>(
  ctx: Ctx,
  { expectedTokens, ...call }: TokenCall,
  send: () => Promise<T>,
): Promise<Paid<T>> => {
  const price = priceOf(call.provider, call.model);
  const costOfTokens = (inputTokens: number) => costOf(price, { inputTokens, outputTokens: 0 });
  return callInOnePiece(
    ctx,
    { ...call, most: costOfTokens(expectedTokens) },
    send,
    ({ usage: { inputTokens } }) => ({ inputTokens, cost: costOfTokens(inputTokens) }),
  );
};

/** Makes a call that is priced by the tokens sent, and charges at once the number that the provider reports. */
export const callByTokens = async <T extends Counted>(
  ctx: Ctx,
  call: TokenCall,
  send: () => Promise<T>,
): Promise<T> => {
  const answer = await callByTokensUnpaid(ctx, call, send);
  await ctx.tx(answer.settle);
  return answer;
};
