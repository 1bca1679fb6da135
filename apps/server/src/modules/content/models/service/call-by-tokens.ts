import type { Ctx } from '../../../../kernel/context/context.ts';
import { costOf, priceOf } from '../price.ts';
import { callInOnePiece, type OnePieceCall } from './call-in-one-piece.ts';

interface TokenCall extends Omit<OnePieceCall, 'most'> {
  /** The estimated number of tokens that are sent, for the hold. */
  expectedTokens: number;
}

/** Makes a call that is priced by the tokens sent, and charges at once the number that the provider reports. */
export const callByTokens = async <T extends { usage: { inputTokens: number } }>(
  ctx: Ctx,
  { expectedTokens, ...call }: TokenCall,
  send: () => Promise<T>,
): Promise<T> => {
  const price = priceOf(call.provider, call.model);
  const costOfTokens = (inputTokens: number) => costOf(price, { inputTokens, outputTokens: 0 });
  const answer = await callInOnePiece(
    ctx,
    { ...call, most: costOfTokens(expectedTokens) },
    send,
    ({ usage: { inputTokens } }) => ({ inputTokens, cost: costOfTokens(inputTokens) }),
  );
  await ctx.tx(answer.settle);
  return answer;
};
