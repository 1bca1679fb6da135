import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { isGivenUp } from '../../../../kernel/runs/index.ts';
import { holdAtEnd, holdCredits, settleHold, type Work } from '../../../money/billing/index.ts';
import { modelFailure } from '../model-failure.ts';
import { type ModelCall, noTokens, startClock } from './observing/observed-call.ts';

/** The purpose of a call, for the ledger and the usage report. */
export interface SpentOn {
  /** For example `import imp_…`, `query` or `graph run_…`. */
  reference: string;
  appId?: string | undefined;
  knowledgeBaseId?: string | undefined;
}

/** The model of a call, and the most that the call can cost, in micro-credits. This amount is held before the call. */
export interface Priced {
  modelId: string;
  most: number;
}

interface Payment<P extends Priced> extends SpentOn, Pick<Work, 'kind'> {
  /** Finds the model in the transaction that holds the credits. It may be called again. */
  price: (tx: TxCtx) => Promise<P>;
  /** Called with the cost of the call, in micro-credits, in the transaction that charges it. */
  onCost?: ((tx: TxCtx, cost: number) => Promise<void>) | undefined;
  /** Ends the call. */
  signal?: AbortSignal | undefined;
}

/** The cost and the tokens of a call, for the ledger. */
export interface Used {
  /** Micro-credits. */
  cost: number;
  inputTokens?: number;
  outputTokens?: number;
}

/** The pending charge for a call. It can be stored as JSON. */
export interface Bill {
  work: Work;
  holdId: string | null;
  used: Used;
}

/** Charges a call. */
export const settleBill = async (tx: TxCtx, { work, holdId, used }: Bill): Promise<void> => {
  await settleHold(tx, { ...work, ...used, holdId });
};

/** An answer that has not been charged yet. */
export type Paid<T> = T & {
  /** Charges the call. To be called in the transaction that stores the answer. */
  settle: (tx: TxCtx) => Promise<void>;
  /** Charges a share of the call, from 0 to 1, where the rest of it was charged before. */
  settleShare: (tx: TxCtx, share: number) => Promise<void>;
  /** Charges the call in a transaction of its own. */
  charge: (ctx: Ctx) => Promise<void>;
  /** For those who charge it later: `settleBill`. */
  bill: Bill;
};

type HoldOrder = Parameters<typeof holdCredits>[1];

/**
 * Holds credits in a transaction of its own, together with its commit. Only what has to be looked at inside a transaction takes longer:
 * a refusal, and a model whose budget is counted.
 */
const hold = async <P extends Priced>(
  ctx: Ctx,
  { price, ...work }: Omit<Work, 'modelId'> & Pick<Payment<P>, 'price'>,
): Promise<{ holdId: string | null; priced: P }> => {
  const holdWith = <H>(take: (tx: TxCtx, order: HoldOrder) => Promise<H>) =>
    ctx.tx(async (tx) => {
      const priced = await price(tx);
      const { modelId, most: amount } = priced;
      return { priced, held: await take(tx, { ...work, modelId, amount }) };
    });
  const { priced, held } = await holdWith(holdAtEnd);
  // The hold of the last statement is known after the commit only.
  if (held.id !== undefined) return { holdId: held.id, priced };
  const again = await holdWith(holdCredits);
  return { holdId: again.held.holdId, priced: again.priced };
};

/**
 * Holds credits and makes a call, which the caller charges in the transaction that stores the answer. `call` reports its
 * usage as soon as it is known; if it fails, that usage is charged here, unless the call is made again because the process gives up its run.
 * Throws `billing.credits_too_low` and what `call` throws.
 */
export const paidCall = async <T extends object, P extends Priced>(
  ctx: Ctx,
  { kind, reference, appId, knowledgeBaseId, price, onCost, signal }: Payment<P>,
  call: (priced: P, use: (used: Used) => void) => Promise<T>,
): Promise<Paid<T>> => {
  const purpose = { kind, reference, appId: appId ?? null, knowledgeBaseId: knowledgeBaseId ?? null };
  const { holdId, priced } = await hold(ctx, { ...purpose, price });
  const work: Work = { ...purpose, modelId: priced.modelId };
  let used: Used = { cost: 0 };
  const settleShare = async (tx: TxCtx, share: number) => {
    const charged = share === 0 ? { cost: 0 } : { ...used, cost: used.cost * share };
    await onCost?.(tx, charged.cost);
    await settleBill(tx, { work, holdId, used: charged });
  };
  const settle = (tx: TxCtx) => settleShare(tx, 1);
  const isOneWrite = holdId !== null && onCost === undefined;
  const charge = (ofCaller: Ctx) =>
    ofCaller.tx(async (tx) => (isOneWrite ? tx.last(() => settle(tx)) : settle(tx)));
  try {
    const answer = await call(priced, (soFar) => {
      used = soFar;
    });
    return { ...answer, settle, settleShare, charge, bill: { work, holdId, used } };
  } catch (error) {
    // The same call of the run is made and charged by the process that continues it. Here the hold is released.
    if (isGivenUp(signal)) used = { cost: 0 };
    await charge(ctx);
    throw error;
  }
};

export interface OnePieceCall extends ModelCall, SpentOn, Pick<Work, 'kind'> {
  /** The most that the call can cost, in micro-credits. */
  most: number;
}

/** A call whose answer comes in one piece. */
interface OnePiece<T> {
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
