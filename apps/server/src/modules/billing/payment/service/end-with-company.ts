import type { Ctx } from '../../../../kernel/context.ts';
import { stripeGateway } from '../../stripe/stripe-gateway.ts';
import { paymentRepository } from '../repository.ts';

/** A company that is deleted is charged no more. Fails until Stripe has heard it. */
export const endWithCompany = async (ctx: Ctx): Promise<void> => {
  const stripe = ctx.use(stripeGateway);
  const customerId = await ctx.tx(({ db, tenantId }) => paymentRepository.findCustomer(db, tenantId));
  if (!stripe || customerId === undefined) return;
  const current = await stripe.subscriptionOf(customerId);
  if (current) await stripe.cancel(current.id, false);
};
