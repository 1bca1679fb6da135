import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { holdCredits, settleHold, type Work } from '../../../money/billing/index.ts';

/** What the credits of a call are spent on, for the ledger and the report of what credits were used for. */
export interface SpentOn {
  /** Such as `import imp_…`, `query`, `graph run_…`. */
  reference: string;
  appId?: string | undefined;
  knowledgeBaseId?: string | undefined;
}

interface Payment extends SpentOn, Pick<Work, 'kind'> {
  modelId: string;
  /** The most that the call can cost, in micro-credits; so much is held before it. */
  most: number;
  /** Told what the call cost, in micro-credits, in the transaction that charges it. */
  onCost?: ((tx: TxCtx, cost: number) => Promise<void>) | undefined;
}

interface Used {
  /** Micro-credits. */
  cost: number;
  inputTokens?: number;
  outputTokens?: number;
}

/** An answer that is not charged yet. */
export type Paid<T> = T & {
  /** Charges the call; belongs into the transaction that keeps the answer. */
  settle: (tx: TxCtx) => Promise<void>;
};

/**
 * Holds credits, then makes a call, to be charged together with what becomes of its answer. `call` says what it used as soon
 * as it knows; one that fails is charged here with that much. Throws `billing.credits_too_low` and what `call` throws.
 */
export const paidCall = async <T extends object>(
  ctx: Ctx,
  { kind, reference, appId, knowledgeBaseId, modelId, most, onCost }: Payment,
  call: (use: (used: Used) => void) => Promise<T>,
): Promise<Paid<T>> => {
  const work: Work = {
    kind,
    reference,
    appId: appId ?? null,
    knowledgeBaseId: knowledgeBaseId ?? null,
    modelId,
  };
  const holdId = await ctx.tx((tx) => holdCredits(tx, { ...work, amount: most }));
  let used: Used = { cost: 0 };
  const settle = async (tx: TxCtx) => {
    await onCost?.(tx, used.cost);
    await settleHold(tx, { ...work, ...used, holdId });
  };
  try {
    const answer = await call((soFar) => {
      used = soFar;
    });
    return { ...answer, settle };
  } catch (error) {
    await ctx.tx(settle);
    throw error;
  }
};
