import type { Ctx } from '../../../../kernel/context/context.ts';
import type { Work } from '../../../money/billing/index.ts';
import { modelFailure } from '../model-failure.ts';
import { type ModelCall, noTokens, startClock } from './observed-call.ts';
import { type Paid, paidCall, type SpentOn, type Used } from './paid-call.ts';

export interface OnePieceCall extends ModelCall, SpentOn, Pick<Work, 'kind'> {
  /** The most that the call can cost, in micro-credits. */
  most: number;
}

/**
 * Makes a call whose answer comes in one piece, with a hold before it and a metric after it. The caller charges it in the transaction that
 * stores the answer; `usedBy` returns the usage of an answer. Throws `billing.credits_too_low` and the upstream failures.
 */
export const callInOnePiece = <T extends object>(
  ctx: Ctx,
  { most, kind, reference, appId, knowledgeBaseId, ...call }: OnePieceCall,
  send: () => Promise<T>,
  usedBy: (answer: T) => Used,
): Promise<Paid<T>> => {
  const { modelId } = call;
  return paidCall(ctx, { kind, reference, appId, knowledgeBaseId, modelId, most }, async (use) => {
    const stopClock = startClock(ctx, call);
    try {
      const answer = await send();
      const used = usedBy(answer);
      use(used);
      stopClock('completed', { ...noTokens, inputTokens: used.inputTokens ?? 0 });
      return answer;
    } catch (error) {
      stopClock('failed', noTokens);
      throw modelFailure(error);
    }
  });
};
