import type { Ctx } from '../../../../kernel/context/context.ts';
import { paymentRepository } from '../../billing/index.ts';
import { stripeGateway } from '../stripe/stripe-gateway.ts';

/** A company that is deleted is charged no more. Fails until Stripe has heard it. */
export const endWithCompany = async (ctx: Ctx): Promise<void> => {
  const stripe = ctx.use(stripeGateway);
  const customerId = await ctx.tx(({ db, tenantId }) => paymentRepository.findCustomer(db, tenantId));
  if (!stripe || customerId === undefined) return;
  // Two checkouts that were both paid have left two.
  for (;;) {
    const current = await stripe.subscriptionOf(customerId);
    if (!current) return;
    await stripe.cancel(current.id, false);
  }
};
