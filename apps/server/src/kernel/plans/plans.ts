import type { TxCtx } from '../context/context.ts';
import { defineExtensionPoint } from '../services/extension-points.ts';

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

/** One module provides the limits. */
export const planLimits = defineExtensionPoint<Plans>('kernel.plan-limits');
