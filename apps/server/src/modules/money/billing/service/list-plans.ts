import type { AnyCtx } from '../../../../kernel/context/context.ts';
import { catalogueOf } from '../catalogue.ts';
import { isTrialAvailable } from './change-plan.ts';
import { findSubscription } from './current-subscription.ts';

/** Lists the plans that can be chosen, with the tenant's present one and how a plan is paid. */
export const listPlans = (ctx: AnyCtx) =>
  ctx.tx(async (tx) => {
    const { config } = tx.services;
    const { currency, plans } = catalogueOf(config);
    const { stripe, invoiceNote } = config.billing;
    const row = await findSubscription(tx);
    return {
      currency,
      plans,
      currentPlanId: row?.planId ?? null,
      isTrialAvailable: await isTrialAvailable(tx, row),
      payment: {
        by: stripe === undefined ? ('invoice' as const) : ('card' as const),
        note: invoiceNote ?? null,
      },
    };
  });
