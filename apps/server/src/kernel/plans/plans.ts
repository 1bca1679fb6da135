import type { TxCtx } from '../context/context.ts';

/** What a company's plan allows, for the modules that stand left of the one that knows plans. */
export interface Plans {
  /** Counts under the plan's lock; throws `billing.plan_limit` when one more has no room, and `billing.no_plan`. */
  readonly requireSeat: (tx: TxCtx, countMembers: () => Promise<number>) => Promise<void>;
  /** Credits that are left; 0 for a company without a plan. */
  readonly creditsLeft: (tx: TxCtx) => Promise<number>;
}

const fail = () => Promise.reject(new Error('No module of this server knows plans.'));

/** For a server whose modules bring no plans: whoever asks fails. */
export const noPlans: Plans = { requireSeat: fail, creditsLeft: fail };
