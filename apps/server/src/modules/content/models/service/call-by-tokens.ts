import type { Ctx } from '../../../../kernel/context/context.ts';
import type { Work } from '../../../money/billing/index.ts';
import { costOf, priceOf } from '../price.ts';
import { type ModelCall, observedCall } from './observed-call.ts';
import { paidCall, type SpentOn } from './paid-call.ts';

interface TokenCall extends ModelCall, SpentOn, Pick<Work, 'kind'> {
  /** The estimated number of tokens that are sent, for the hold. */
  expectedTokens: number;
}

/** Makes a call that is priced by the tokens sent, and charges at once the number that the provider reports. */
export const callByTokens = async <T extends { usage: { inputTokens: number } }>(
  ctx: Ctx,
  { expectedTokens, ...call }: TokenCall,
  send: () => Promise<T>,
): Promise<T> => {
  const { modelId, provider, model, operation, ...spentOn } = call;
  const price = priceOf(provider, model);
  const costOfTokens = (inputTokens: number) => costOf(price, { inputTokens, outputTokens: 0 });
  const payment = { ...spentOn, modelId, most: costOfTokens(expectedTokens) };
  const answer = await paidCall(ctx, payment, async (use) => {
    const named = { modelId, provider, model, operation };
    const sent = await observedCall(ctx, named, send, ({ usage }) => usage.inputTokens);
    const { inputTokens } = sent.usage;
    use({ inputTokens, cost: costOfTokens(inputTokens) });
    return sent;
  });
  await ctx.tx(answer.settle);
  return answer;
};
