import type { TxCtx } from '../context/context.ts';

/** The limits of a tenant's plan, for modules that come before the billing module in the module order. */
export interface Plans {
  /**
   * Makes sure that the plan has room for one more member; counts under the lock of the plan. Throws `billing.plan_limit` and
   * `billing.no_plan`.
   */
  readonly requireSeat: (tx: TxCtx, countMembers: () => Promise<number>) => Promise<void>;
  /** Returns the credits that are left; 0 for a tenant without a plan. */
  readonly creditsLeft: (tx: TxCtx) => Promise<number>;
}

const fail = () => Promise.reject(new Error('No module of this server knows plans.'));

/** The plans of a server without a billing module; every call fails. */
export const noPlans: Plans = { requireSeat: fail, creditsLeft: fail };
