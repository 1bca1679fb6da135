import type { Ctx } from '../../../../kernel/context/context.ts';
import { paymentRepository } from '../repository.ts';
import { stripeGateway } from '../stripe/stripe-gateway.ts';

/** Ends the card payments of a tenant that is deleted. Throws until Stripe has been told. */
export const endWithTenant = async (ctx: Ctx): Promise<void> => {
  const stripe = ctx.use(stripeGateway);
  const customerId = await ctx.tx(({ db, tenantId }) => paymentRepository.findCustomer(db, tenantId));
  if (!stripe || customerId === undefined) return;
  // There are two subscriptions when two checkouts were both paid.
  for (;;) {
    const current = await stripe.findCardSubscription(customerId);
    if (!current) return;
    await stripe.cancel(current.id, false);
  }
};
