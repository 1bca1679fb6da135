import type { Ctx } from '../../../../kernel/context/context.ts';
import type { Work } from '../../../money/billing/index.ts';
import { modelFailure } from '../model-failure.ts';
import { type ModelCall, noTokens, startClock } from './observing/observed-call.ts';
import { type Paid, paidCall, type SpentOn, type Used } from './paid-call.ts';

export interface OnePieceCall extends ModelCall, SpentOn, Pick<Work, 'kind'> {
  /** The most that the call can cost, in micro-credits. */
  most: number;
}

/** A call whose answer comes in one piece. */
export interface OnePiece<T> {
  send: () => Promise<T>;
  /** Returns the usage of an answer. */
  usedBy: (answer: T) => Used;
}

/** Makes a call with a metric after it, and reports its usage. Whoever calls it has held the credits. Throws the upstream failures. */
export const sendInOnePiece = async <T>(
  ctx: Ctx,
  call: ModelCall,
  { send, usedBy }: OnePiece<T>,
  use: (used: Used) => void,
): Promise<T> => {
  const stopClock = startClock(ctx, call);
  try {
    const answer = await send();
    const used = usedBy(answer);
    use(used);
    stopClock('completed', { ...noTokens, inputTokens: used.inputTokens ?? 0 }, { cost: used.cost });
    return answer;
  } catch (error) {
    stopClock('failed', noTokens);
    throw modelFailure(error);
  }
};

/**
 * Makes a call whose answer comes in one piece, with a hold before it and a metric after it. The caller charges it in the transaction that
 * stores the answer. Throws `billing.credits_too_low` and the upstream failures.
 */
export const callInOnePiece = <T extends object>(
  ctx: Ctx,
  { most, kind, reference, appId, knowledgeBaseId, ...call }: OnePieceCall,
  piece: OnePiece<T>,
): Promise<Paid<T>> => {
  const { modelId } = call;
  const price = () => Promise.resolve({ modelId, most });
  return paidCall(ctx, { kind, reference, appId, knowledgeBaseId, price }, (_priced, use) =>
    sendInOnePiece(ctx, call, piece, use),
  );
};
