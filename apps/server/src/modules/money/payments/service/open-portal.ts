import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { stripeGateway } from '../stripe/stripe-gateway.ts';
import { ensureCustomer } from './card-customer.ts';

/** Returns the URL of the customer portal. Throws `payments.no_portal` and `payments.setup_failed`. */
export const openPortal = async (ctx: Ctx, origin: string): Promise<string> => {
  const stripe = ctx.use(stripeGateway) ?? fail('payments.no_portal');
  const customerId = await ensureCustomer(ctx, stripe);
  await ctx.tx((tx) => tx.audit('payments.portal_opened', tx.tenantId));
  return stripe.portal(customerId, `${origin}/pricing/history`);
};
